#include "services/geometry/core/measure/measure_work.h"

#include <algorithm>
#include <cmath>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "services/geometry/core/measure/layer_clouds.h"
#include "services/geometry/core/measure/measure_profile.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::geometry {
namespace {

constexpr char kCloudFile[] = "cloud.safetensors";
constexpr char kSummaryFile[] = "summary.json";
constexpr int kSchemaVersion = 1;

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

// Rough figures from measurements on one thread: distances, persistence and one iteration of
// Gromov–Wasserstein as powers of n, about five iterations from a start.
absl::StatusOr<job::v1::CostEstimate> EstimateCost(const google::protobuf::Message& message,
                                                   artifact::ArtifactStore& store) {
  const auto& spec = static_cast<const v1::MeasureSpec&>(message);
  ASSIGN_OR_RETURN(const artifact::v1::Artifact activations, store.Get(spec.activations()));
  ASSIGN_OR_RETURN(const LayerClouds clouds, OpenClouds(store, activations));
  const double n = static_cast<double>(clouds.largest_subsample());
  double d = 0;
  for (int64_t layer = 0; layer < clouds.layers(); ++layer) {
    d = std::max(d, static_cast<double>(clouds.dimension(layer)));
  }
  const double geometries = spec.geometries_size();
  const double descents = 5 * (4 + spec.random_starts());
  const double distances = 2 * n * n * d / 1e10;
  const double persistence = 4e-7 * n * n;
  const double distortion = std::count(spec.statistics().begin(), spec.statistics().end(),
                                       v1::STATISTIC_METRIC_DISTORTION) > 0
                                ? geometries * descents * 4 * n * n * n / 1.2e10
                                : 0;
  job::v1::CostEstimate estimate;
  estimate.set_seconds(static_cast<double>(clouds.layers() * clouds.subsamples()) *
                       (distances + persistence + distortion));
  estimate.set_peak_memory_bytes(static_cast<int64_t>(120 * n * n + 32 * n * d));
  estimate.set_artifact_bytes(static_cast<int64_t>(
      250 * geometries * static_cast<double>(clouds.layers() * clouds.subsamples())));
  return estimate;
}

}  // namespace

absl::StatusOr<std::string> MeasureWork(const v1::MeasureSpec& spec,
                                        const job::StepContext& context) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact activations, context.store.Get(spec.activations()));
  ASSIGN_OR_RETURN(const LayerClouds clouds, OpenClouds(context.store, activations));
  ASSIGN_OR_RETURN(v1::Profile profile,
                   MeasureProfile(spec, clouds, context.pool, context.progress, context.cancel));
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
