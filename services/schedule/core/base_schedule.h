// What the families `reversed`, `permuted` and `moe` take their widths from: another family under
// the same budget, or a schedule that was made before.
//
//   RETURN_IF_ERROR(FindBase(spec, store));               // base = an id -> schedule
//   ASSIGN_OR_RETURN(const ScheduleSpec base, BaseSpec(spec));
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_BASE_SCHEDULE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_BASE_SCHEDULE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// Whether the family takes widths from another schedule.
bool HasBase(const v1::ScheduleSpec& spec);

// The id of the schedule that it takes them from; empty where that is a family, or there is none.
std::string BaseScheduleOf(const v1::ScheduleSpec& spec);

// Where `base` is an id and not the name of a family, `schedule` becomes it in full and `base`
// "schedule", so that the artifact knows its input. NOT_FOUND and INVALID_ARGUMENT name the field.
absl::Status FindBase(v1::ScheduleSpec& spec, artifact::ArtifactStore& store);

// The same spec with the base's family, its options at their defaults. INVALID_ARGUMENT naming
// `base` or `profile`. Requires HasBase and an empty BaseScheduleOf.
absl::StatusOr<v1::ScheduleSpec> BaseSpec(const v1::ScheduleSpec& spec);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_BASE_SCHEDULE_H_
