// The model that a schedule as it travels in a request describes: its
// architecture with its widths.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_MODEL_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_MODEL_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/schedule/core/model_accounts.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// INVALID_ARGUMENT naming ffn_widths (none, too many, out of range),
// residual_widths or attention_widths.
absl::Status CheckWidths(const v1::Schedule& schedule);

// Requires CheckWidths and an architecture. INVALID_ARGUMENT naming what
// contradicts what.
absl::StatusOr<ScheduledModel> ModelOf(const v1::Schedule& schedule);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_MODEL_H_
