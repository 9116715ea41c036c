#include "services/geometry/core/measure/measure_work.h"

#include <algorithm>
#include <thread>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/artifact/identity.h"
#include "common/job/finished_parts.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "services/geometry/core/measure/layer_clouds.h"
#include "services/geometry/core/measure/measure_profile.h"
#include "services/geometry/core/measure/profile_form.h"
#include "services/geometry/core/work/pair_cost.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::geometry {
namespace {

constexpr char kCloudFile[] = "cloud.safetensors";
constexpr char kSummaryFile[] = "summary.json";
constexpr int kSchemaVersion = 1;
constexpr double kMostBytes = 1e18;  // what an estimate says at most

absl::StatusOr<LayerClouds> OpenClouds(artifact::ArtifactStore& store,
                                       const artifact::v1::Artifact& activations) {
  ASSIGN_OR_RETURN(const std::string path, artifact::FilePath(store, activations, kCloudFile));
  return LayerClouds::Open(path);
}

// Imported clouds may come without a summary; then the profile says nothing of the model.
absl::Status CopyArchitecture(artifact::ArtifactStore& store,
                              const artifact::v1::Artifact& activations, v1::Profile& profile) {
  if (!artifact::FindFile(activations, kSummaryFile).ok()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, activations, kSummaryFile));
  capture::v1::ActivationsSummary summary;
  RETURN_IF_ERROR(spec::ParseJson(json, summary));
  *profile.mutable_architecture() = summary.architecture();
  return absl::OkStatus();
}

// Rough; as many pairs of clouds are at work at once as there are processors.
absl::StatusOr<job::v1::CostEstimate> EstimateCost(const google::protobuf::Message& message,
                                                   artifact::ArtifactStore& store) {
  const auto& spec = static_cast<const v1::MeasureSpec&>(message);
  ASSIGN_OR_RETURN(const artifact::v1::Artifact activations, store.Get(spec.activations()));
  ASSIGN_OR_RETURN(const LayerClouds clouds, OpenClouds(store, activations));
  const PairParams params = ParamsFor(spec);
  const auto points = static_cast<double>(clouds.largest_subsample());
  const auto subsamples = static_cast<double>(clouds.subsamples());
  PairCost all;
  for (int64_t layer = 0; layer < clouds.layers(); ++layer) {
    const CloudSize size{points, static_cast<double>(clouds.dimension(layer))};
    const PairCost pair = EstimatePair(size, size, params);
    all.seconds += subsamples * pair.seconds;
    // The clouds are widened to doubles as they are read.
    all.memory_bytes =
        std::max(all.memory_bytes, pair.memory_bytes + 16 * size.points * size.dimension);
  }
  const double pairs = subsamples * static_cast<double>(clouds.layers());
  const double threads = std::max(1u, std::thread::hardware_concurrency());
  job::v1::CostEstimate estimate;
  estimate.set_seconds(all.seconds / std::min(threads, pairs));
  estimate.set_peak_memory_bytes(
      static_cast<int64_t>(std::min(all.memory_bytes * std::min(threads, pairs), kMostBytes)));
  estimate.set_artifact_bytes(static_cast<int64_t>(250 * spec.geometries_size() * pairs));
  return estimate;
}

// Of the request, also where the cache is left alone.
std::string RequestKey(const artifact::StepIdentity& identity) {
  return artifact::CacheKey(identity.spec_type, identity.spec_json, identity.inputs,
                            identity.algorithm_version);
}

}  // namespace

absl::StatusOr<std::string> MeasureWork(const v1::MeasureSpec& spec,
                                        const job::StepContext& context) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact activations, context.store.Get(spec.activations()));
  ASSIGN_OR_RETURN(const LayerClouds clouds, OpenClouds(context.store, activations));
  const job::FinishedParts finished(context.scratch, RequestKey(context.identity));
  ASSIGN_OR_RETURN(v1::Profile profile, MeasureProfile(spec, clouds, finished, context.pool,
                                                       context.progress, context.cancel));
  RETURN_IF_ERROR(CopyArchitecture(context.store, activations, profile));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_PROFILE,
                                    kSchemaVersion);
  RETURN_IF_ERROR(
      builder.AddFile("profile.json", "application/json", spec::CanonicalJson(profile)));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact made, builder.Commit(context.identity));
  return made.id();
}

job::Step MeasureWorkStep() {
  return job::MakeStep<v1::MeasureSpec>({.kind = "geometry.MeasureWork",
                                         .algorithm_version = "geometry.MeasureWork/1",
                                         .estimate = EstimateCost},
                                        MeasureWork);
}

}  // namespace widthlab::geometry
