// A schedule from its resolved spec: the whole computation, without any store.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_MAKE_SCHEDULE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_MAKE_SCHEDULE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// What can be said of a resolved spec before its inputs are read. INVALID_ARGUMENT naming the
// field: no family, an architecture that contradicts itself or has widths of its own (the budget is
// that of a uniform model), bounds without room for the uniform width.
absl::Status CheckSpec(const v1::ScheduleSpec& spec);

// What a family reads besides its spec; null for one that reads no such thing. `base` is the
// schedule that BaseScheduleOf names, null where it names none.
struct ScheduleInputs {
  const geometry::v1::Profile* profile = nullptr;
  const capture::v1::Sensitivity* sensitivity = nullptr;
  const v1::Schedule* base = nullptr;
};

// Errors name fields of the spec ("geometry_guided.statistic").
absl::StatusOr<v1::Schedule> MakeSchedule(const v1::ScheduleSpec& spec,
                                          const ScheduleInputs& inputs);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_MAKE_SCHEDULE_H_
