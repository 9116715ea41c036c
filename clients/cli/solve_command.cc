#include "clients/cli/solve_command.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "clients/cli/input_file.h"
#include "clients/cli/parse.h"
#include "clients/cli/problem_line.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/schedule_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::WidthProblem;
using schedule::v1::WidthSolution;

struct Answer {
  WidthProblem problem;
  WidthSolution solution;
};

absl::StatusOr<Answer> Solve(client::ScheduleClient& schedules, std::string_view line) {
  Answer answer;
  ASSIGN_OR_RETURN(answer.problem, ParseProblem(line));
  ASSIGN_OR_RETURN(answer.solution, schedules.SolveWidths(answer.problem));
  return answer;
}

// Whether every further problem would fail in the same way.
bool NobodyAnswers(const absl::Status& status) {
  return status.code() == absl::StatusCode::kUnavailable ||
         status.code() == absl::StatusCode::kUnimplemented;
}

std::string AnswerText(int number, const Answer& answer) {
  const WidthSolution& s = answer.solution;
  std::string text = absl::StrFormat(
      "problem %d: objective %.10g, residuals: budget %.1e, stationarity %.1e, "
      "complementarity %.1e\n  widths",
      number, s.objective(), s.budget_residual(), s.stationarity_residual(),
      s.complementarity_residual());
  for (double width : s.widths()) absl::StrAppendFormat(&text, " %.6g", width);
  if (answer.problem.has_quantum()) {
    absl::StrAppendFormat(&text,
                          "\n  multiples of %d: objective %.10g, at most %.1e off the best\n ",
                          answer.problem.quantum(), s.integer_objective(), s.integer_gap_bound());
    for (int64_t width : s.integer_widths()) absl::StrAppend(&text, " ", width);
  }
  return text + "\n";
}

absl::StatusOr<ExitCode> Run(const Arguments& arguments, Session& session) {
  if (!arguments.Has("file")) {
    return UsageError("--file", "'schedule solve' needs --file PROBLEMS, one problem a line");
  }
  ASSIGN_OR_RETURN(const std::string text, ReadInput("--file", arguments.Value("file")));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::ScheduleClient schedules(to.schedule);
  ExitCode code = kSuccess;
  int number = 0;
  for (const auto& piece : absl::StrSplit(text, '\n')) {
    ++number;
    const std::string line(absl::StripAsciiWhitespace(piece));
    if (line.empty()) continue;
    const absl::StatusOr<Answer> answer = Solve(schedules, line);
    if (!answer.ok() && NobodyAnswers(answer.status())) return answer.status();
    if (!answer.ok()) code = kFailure;
    if (session.json()) {
      PrintLine(session.out(), answer.ok() ? SolutionJson(answer->problem, answer->solution)
                                           : JsonOf(answer.status()));
    } else {
      session.out() << (answer.ok() ? AnswerText(number, *answer)
                                    : absl::StrCat("problem ", number,
                                                   ": error: ", answer.status().message(), "\n"));
    }
  }
  return code;
}

}  // namespace

Command SolveCommand() {
  return {
      .group = "schedule",
      .verb = "solve",
      .summary = "Solve allocation problems exactly, with a certificate each.",
      .description =
          "Minimises sum_l sensitivity_l work_l (w_l / reference_width)^(-exponent_l) where\n"
          "sum_l unit_cost_l w_l = budget and floor_l <= w_l <= cap_l. A file has one problem a "
          "line,\na JSON object with work (a list), exponent, unit_cost and budget; sensitivity "
          "(1), "
          "floor (0),\ncap (none) and reference_width (budget / sum of unit_cost) may be left out, "
          "and lists other\nthan work may be one number. With a quantum, widths in its multiples "
          "are "
          "solved for as well.\nA bad problem is answered by its error and the rest are still "
          "solved; "
          "the exit code is then 1.",
      .flags = {{.name = "file",
                 .value = "PROBLEMS",
                 .help = "file of problems, or - for standard input; required",
                 .values = FileValues()}},
      .examples =
          "  echo '{\"work\": [3, 1], \"exponent\": 0.3, \"unit_cost\": 384, \"budget\": 393216,\n"
          "    \"quantum\": 64}' | widthctl schedule solve --file - --json\n",
      .run = Run,
  };
}

}  // namespace widthlab::cli
