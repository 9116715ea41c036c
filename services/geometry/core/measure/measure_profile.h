// Measures every layer of an activations artifact.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_PROFILE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_PROFILE_H_

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "common/job/finished_parts.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/measure/layer_clouds.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

// The profile, but for its `architecture`. `spec` is resolved. Layers and subsamples are measured
// side by side on the pool, and progress counts layers that are complete. Those that `finished` has
// are not measured again, and those that are measured are kept there. The profile has the same bits
// for any number of threads, and wherever an earlier attempt was stopped.
//
// INVALID_ARGUMENT names layer, tensor and row of a cloud that cannot be measured: of several, the
// first. CANCELLED within a second of the token.
absl::StatusOr<v1::Profile> MeasureProfile(const v1::MeasureSpec& spec, const LayerClouds& clouds,
                                           const job::FinishedParts& finished,
                                           numeric::ThreadPool& pool, job::ProgressSink& progress,
                                           const job::CancelToken& cancel);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_PROFILE_H_
