// What the profile of models found, as text and as one JSON object.
//
//   {"reports": {"report": "/.../report.html"}, "artifacts": {"profile": ID, ...},
//    "schedules": [{"name", "schedule", "ffn_widths", "parameters"}], "problems": {}}
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_PROFILE_RESULT_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_PROFILE_RESULT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/console.h"
#include "clients/cli/json.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::cli {

struct ProfileResult {
  // Of every step that made one, by its id.
  std::map<std::string, std::string> artifacts = {};
  // Steps that make pages, and those that make schedules, in the order of the run.
  std::vector<std::string> report_steps = {};
  std::vector<std::string> schedule_steps = {};
  // Why a step failed where the run went on, by its id.
  std::map<std::string, std::string> problems = {};

  // Still to be fetched: paths of the pages, and the schedules, by step.
  std::map<std::string, std::string> reports = {};
  std::map<std::string, schedule::v1::Schedule> schedules = {};
};

// INTERNAL where the run made no page.
absl::StatusOr<ProfileResult> FindProfileResults(const job::v1::Job& run);

// "report.html" of "report", "model1-report.html" of "model1/report".
std::string PageFileOf(const std::string& step);

Json JsonOf(const ProfileResult& result);

// One line for each schedule, then what was not made and why.
std::string ProfileText(const Console& console, const ProfileResult& result);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_PROFILE_RESULT_H_
