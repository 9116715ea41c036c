// The step schedule.BuildSchedule: a resolved spec (and what it reads) to a schedule artifact with
// one file, schedule.json, the canonical JSON of widthlab.schedule.v1.Schedule.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_BUILD_SCHEDULE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_BUILD_SCHEDULE_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/job/step.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

inline constexpr char kScheduleFile[] = "schedule.json";

job::Step BuildScheduleStep();

// The id of the schedule.
absl::StatusOr<std::string> BuildSchedule(const v1::ScheduleSpec& spec,
                                          const job::StepContext& context);

// What a schedule artifact holds. DATA_LOSS where its file is not a schedule.
absl::StatusOr<v1::Schedule> ReadSchedule(artifact::ArtifactStore& store,
                                          const artifact::v1::Artifact& artifact);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_BUILD_SCHEDULE_H_
