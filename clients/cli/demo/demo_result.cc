#include "clients/cli/demo/demo_result.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using pipeline::v1::ArmComparison;
using pipeline::v1::StepStatus;

// Where a result of this step goes; null for the steps that the arms have in number.
std::string* PlaceOf(const StepStatus& step, DemoResult& result) {
  if (step.kind() == "capture") return &result.activations;
  if (step.kind() == "measure") return &result.profile;
  if (step.kind() == "compare") return &result.comparison;
  if (step.kind() == "report") return &result.report_artifact;
  if (step.kind() == "train" && step.id() == "reference") return &result.reference;
  return nullptr;
}

std::string VerdictWord(pipeline::v1::Verdict verdict) {
  std::string word = absl::AsciiStrToLower(EnumName(*pipeline::v1::Verdict_descriptor(), verdict));
  for (char& c : word) c = c == '_' ? ' ' : c;
  return word;
}

}  // namespace

absl::StatusOr<DemoResult> FindResults(const job::v1::Job& run) {
  DemoResult result;
  pipeline::v1::RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  for (const StepStatus& step : metadata.steps()) {
    if (std::string* const place = PlaceOf(step, result)) *place = step.artifact();
  }
  for (const std::string* id : {&result.reference, &result.activations, &result.profile,
                                &result.comparison, &result.report_artifact}) {
    if (id->empty()) {
      return absl::InternalError(absl::StrCat(run.name(), " ended without all of its artifacts"));
    }
  }
  return result;
}

Json JsonOf(const DemoResult& result) {
  Json object = Json::object();
  object["report"] = result.report;
  object["reference"] = result.reference;
  object["activations"] = result.activations;
  object["profile"] = result.profile;
  object["comparison"] = result.comparison;
  object["arms"] = Json::array();
  for (const ArmComparison& compared : result.table.arms()) {
    Json arm = Json::object();
    arm["name"] = compared.name();
    arm["schedule"] = compared.schedule();
    arm["ffn_widths"] = Json::array();
    for (const int width : compared.ffn_widths()) arm["ffn_widths"].push_back(width);
    arm["parameters"] = compared.accounts().total_parameters();
    arm["validation_loss"] = Json::array();
    for (const double loss : compared.validation_loss()) {
      arm["validation_loss"].push_back(JsonOf(loss));
    }
    object["arms"].push_back(std::move(arm));
  }
  return object;
}

std::string ArmTable(const Console& console, const pipeline::v1::Comparison& comparison) {
  std::vector<Table::Column> columns = {{"arm"}, {"FFN widths"}, {"parameters", Table::kRight}};
  for (const uint64_t seed : comparison.seeds()) {
    columns.push_back({absl::StrCat("seed ", seed), Table::kRight});
  }
  columns.push_back({"mean loss", Table::kRight});
  columns.push_back({"difference", Table::kRight});
  columns.push_back({"verdict"});
  Table table(columns);
  for (const ArmComparison& arm : comparison.arms()) {
    std::vector<std::string> row = {
        arm.name(),
        FormatWidths({arm.ffn_widths().begin(), arm.ffn_widths().end()}, console.unicode),
        FormatExact(arm.accounts().total_parameters())};
    for (const double loss : arm.validation_loss()) row.push_back(FormatFixed(loss, 4));
    row.push_back(FormatFixed(arm.mean_validation_loss(), 4));
    row.push_back(arm.has_difference() ? absl::StrFormat("%+.4f", arm.difference().mean()) : "");
    row.push_back(VerdictWord(arm.verdict()));
    row.resize(columns.size());
    table.AddRow(row);
  }
  return table.Render(console);
}

}  // namespace widthlab::cli
