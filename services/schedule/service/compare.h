// CompareSchedules and RenderSchedules: sets of schedules, by id or as they
// are.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_COMPARE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_COMPARE_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::schedule {

absl::StatusOr<v1::CompareSchedulesResponse> CompareSchedules(
    const v1::CompareSchedulesRequest& request, artifact::ArtifactStore& store);

absl::StatusOr<v1::RenderSchedulesResponse> RenderSchedules(
    const v1::RenderSchedulesRequest& request, artifact::ArtifactStore& store);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_COMPARE_H_
