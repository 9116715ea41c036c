#include "clients/cli/demo/profile_result.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/format.h"
#include "clients/cli/table.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {
namespace {

Json ObjectOf(const std::map<std::string, std::string>& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = value;
  return object;
}

}  // namespace

absl::StatusOr<ProfileResult> FindProfileResults(const job::v1::Job& run) {
  pipeline::v1::RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  ProfileResult result;
  for (const pipeline::v1::StepStatus& step : metadata.steps()) {
    if (!step.problem().empty()) result.problems[step.id()] = step.problem();
    if (step.artifact().empty()) continue;
    result.artifacts[step.id()] = step.artifact();
    if (step.kind() == "report") result.report_steps.push_back(step.id());
    if (step.kind() == "schedule") result.schedule_steps.push_back(step.id());
  }
  if (result.report_steps.empty()) {
    return absl::InternalError(absl::StrCat(run.name(), " ended without a report"));
  }
  return result;
}

std::string PageFileOf(const std::string& step) {
  return absl::StrCat(absl::StrReplaceAll(step, {{"/", "-"}}), ".html");
}

Json JsonOf(const ProfileResult& result) {
  Json object = Json::object();
  object["reports"] = ObjectOf(result.reports);
  object["artifacts"] = ObjectOf(result.artifacts);
  object["schedules"] = Json::array();
  for (const std::string& step : result.schedule_steps) {
    const auto found = result.schedules.find(step);
    if (found == result.schedules.end()) continue;
    Json line = Json::object();
    line["name"] = step;
    line["schedule"] = result.artifacts.at(step);
    line["ffn_widths"] = Json::array();
    for (const int width : found->second.ffn_widths()) line["ffn_widths"].push_back(width);
    line["parameters"] = found->second.accounts().total_parameters();
    object["schedules"].push_back(std::move(line));
  }
  object["problems"] = ObjectOf(result.problems);
  return object;
}

std::string ProfileText(const Console& console, const ProfileResult& result) {
  Table table({{"schedule"}, {"FFN widths"}, {"parameters", Table::kRight}});
  for (const std::string& step : result.schedule_steps) {
    const auto found = result.schedules.find(step);
    if (found == result.schedules.end()) continue;
    const auto& widths = found->second.ffn_widths();
    table.AddRow({step, FormatWidths({widths.begin(), widths.end()}, console.unicode),
                  FormatExact(found->second.accounts().total_parameters())});
  }
  std::string text = table.Render(console);
  for (const auto& [step, problem] : result.problems) {
    absl::StrAppend(&text, step, " was not made: ", problem, "\n");
  }
  return text;
}

}  // namespace widthlab::cli
