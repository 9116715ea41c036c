// Passes over tokens with extreme norms (attention sinks, repeated words).
//
//   ASSIGN_OR_RETURN(int64_t left_out, LeaveOutExtremeNorms(spec, cloud));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_NORM_FILTER_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_NORM_FILTER_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "services/capture/core/cloud.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

// Keeps the first CloudSize(spec) candidates, in their order, whose norm is at most
// spec.max_norm_ratio() times the median of all candidates, in X and in Y of every layer. Returns
// how many were passed over on the way. INVALID_ARGUMENT on field "max_norm_ratio", saying how many
// were passed over, where too few are left.
absl::StatusOr<int64_t> LeaveOutExtremeNorms(const v1::CaptureSpec& spec, Cloud& cloud);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_NORM_FILTER_H_
