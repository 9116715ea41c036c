// The step geometry.MeasureWork: from activations to a profile.
//
//   registry.Add(MeasureWorkStep());
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_WORK_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_WORK_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/job/step.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

// Writes the profile of the spec's activations as profile.json, and returns its id. Reads
// cloud.safetensors, and of summary.json, where there is one, the architecture. Finished layers are
// kept in the job's scratch folder, so that the job goes on after a crash where it stopped.
absl::StatusOr<std::string> MeasureWork(const v1::MeasureSpec& spec,
                                        const job::StepContext& context);

// The same as a step, with a cost estimate.
job::Step MeasureWorkStep();

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_WORK_H_
