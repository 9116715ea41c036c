#include "services/geometry/core/measure/measure_testing.h"

#include <utility>

#include "common/artifact/artifact_builder.h"
#include "common/job/step.h"
#include "common/numeric/thread_pool.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "services/geometry/core/measure/measure_work.h"

namespace widthlab::geometry {

std::string AddActivations(artifact::ArtifactStore& store,
                           std::vector<tensor_io::TensorToWrite> tensors) {
  std::string bytes;
  EXPECT_THAT(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes), IsOk());
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_ACTIVATIONS, 1);
  EXPECT_THAT(builder.AddFile("cloud.safetensors", "application/vnd.safetensors", bytes), IsOk());
  absl::StatusOr<artifact::v1::Artifact> made =
      builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                      .spec_json = R"({"source":"test"})",
                      .algorithm_version = "test/1"});
  EXPECT_THAT(made, IsOk());
  return made->id();
}

absl::StatusOr<v1::Profile> Measure(artifact::ArtifactStore& store, const std::string& activations,
                                    int threads, v1::MeasureSpec spec) {
  const job::Step step = MeasureWorkStep();
  spec.set_activations(activations);
  spec.set_random_starts(1);
  ASSIGN_OR_RETURN(const job::PreparedStep prepared, job::PrepareStep(step, spec, store));
  numeric::ThreadPool pool(threads);
  job::NullProgressSink progress;
  job::CancelToken cancel;
  ASSIGN_OR_RETURN(
      const job::v1::StepResult result,
      job::RunStep(step, prepared, store, pool, progress, cancel, {.ignore_cache = true}));
  const auto made = store.Get(result.artifact());
  EXPECT_THAT(made, IsOk());
  const auto json = artifact::ReadFile(store, *made, "profile.json");
  EXPECT_THAT(json, IsOk());
  v1::Profile profile;
  EXPECT_THAT(spec::ParseJson(*json, profile), IsOk());
  return profile;
}

}  // namespace widthlab::geometry
