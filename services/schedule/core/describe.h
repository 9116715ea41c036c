// A family's widths as the message that a schedule is: architecture, parameters, drift, accounts,
// certificate, and an explanation of every layer.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_DESCRIBE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_DESCRIBE_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"
#include "services/schedule/core/setting.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// Everything but the family's name. INVALID_ARGUMENT where no model can have the widths.
absl::StatusOr<v1::Schedule> Describe(const Setting& setting, const FamilyInput& input,
                                      const FamilyResult& result);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_DESCRIBE_H_
