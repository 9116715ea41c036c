// Which schedules a verb is about: by id, from files, or built on the spot from families.
//
//   ASSIGN_OR_RETURN(std::vector<ScheduleSource> set, ReadScheduleSet(arguments, schedules));
#ifndef WIDTHLAB_CLIENTS_CLI_SCHEDULE_SET_H_
#define WIDTHLAB_CLIENTS_CLI_SCHEDULE_SET_H_

#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/command.h"
#include "clients/cpp/schedule_client.h"
#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::cli {

// --schedule, --file, --family with --layers, --d-model, --ffn-width, --set.
std::vector<FlagSpec> ScheduleSetFlags();

// In the order ids, files, families. Families are built under the same budget, each with the
// options of --set that it knows as a schedule build would. A usage error where there is none.
absl::StatusOr<std::vector<schedule::v1::ScheduleSource>> ReadScheduleSet(
    const Arguments& arguments, const char* verb, client::ScheduleClient& schedules);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SCHEDULE_SET_H_
