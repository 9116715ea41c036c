// Schedules to and from the files of other frameworks, as the service's
// messages have them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_EXCHANGE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_EXCHANGE_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::schedule {

absl::StatusOr<v1::ExportScheduleResponse> ExportSchedule(const v1::ExportScheduleRequest& request,
                                                          artifact::ArtifactStore& store);

absl::StatusOr<v1::ImportScheduleResponse> ImportSchedule(const v1::ImportScheduleRequest& request);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_EXCHANGE_H_
