// FitScalingLaw: runs in, curves and ratios out.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCALING_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCALING_H_

#include "absl/status/statusor.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::schedule {

absl::StatusOr<v1::ScalingLawFits> FitScalingLaw(const v1::FitScalingLawRequest& request);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCALING_H_
