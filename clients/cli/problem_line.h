// One allocation problem as a line of JSON, and its answer as another.
//
//   ASSIGN_OR_RETURN(const WidthProblem problem,
//                    ParseProblem(R"({"work": [1, 2], "exponent": 0.3, "unit_cost": 384,
//                                     "budget": 393216, "quantum": 64})"));
//
// Keys are the fields of the message; a list may be one number that stands for every layer. NaN,
// Infinity and -Infinity are understood with and without quotes, so that what cannot be solved is
// refused by the name of its field.
#ifndef WIDTHLAB_CLIENTS_CLI_PROBLEM_LINE_H_
#define WIDTHLAB_CLIENTS_CLI_PROBLEM_LINE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "clients/cli/json.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::cli {

// INVALID_ARGUMENT naming the key that is unknown, missing or of another type.
absl::StatusOr<schedule::v1::WidthProblem> ParseProblem(std::string_view line);

// Widths, certificate and bounds; the integer answer only where `problem` has a quantum.
Json SolutionJson(const schedule::v1::WidthProblem& problem,
                  const schedule::v1::WidthSolution& solution);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_PROBLEM_LINE_H_
