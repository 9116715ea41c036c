// A schedule for people: a line and a bar for each layer, and the budget.
//
//   console.out << ScheduleText(console, schedule);
#ifndef WIDTHLAB_CLIENTS_CLI_SCHEDULE_TEXT_H_
#define WIDTHLAB_CLIENTS_CLI_SCHEDULE_TEXT_H_

#include <string>

#include "clients/cli/console.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::cli {

// Widths layer by layer with what decided them, and the budget.
std::string ScheduleText(const Console& console, const schedule::v1::Schedule& schedule);

// A sentence for each layer that says why it is as wide as it is, or one that says that there are
// none.
std::string ExplanationText(const schedule::v1::Schedule& schedule);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SCHEDULE_TEXT_H_
