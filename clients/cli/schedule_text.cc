#include "clients/cli/schedule_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using schedule::v1::LayerExplanation;
using schedule::v1::Schedule;

std::string Bar(int64_t width, int64_t largest, bool unicode) {
  constexpr int64_t kCells = 24;
  const int64_t cells = largest == 0 ? 0 : (width * kCells + largest / 2) / largest;
  std::string bar;
  for (int64_t i = 0; i < cells; ++i) bar += unicode ? "━" : "#";
  return bar;
}

std::string BoundWord(schedule::v1::WidthBound bound) {
  if (bound == schedule::v1::WIDTH_BOUND_NONE || bound == schedule::v1::WIDTH_BOUND_UNSPECIFIED) {
    return "";
  }
  return absl::AsciiStrToLower(EnumName(*schedule::v1::WidthBound_descriptor(), bound));
}

std::string SolutionText(const schedule::v1::WidthSolution& solution) {
  return absl::StrFormat(
      "objective %.6g, multiplier %.3g; residuals: budget %.1e, stationarity %.1e, "
      "complementarity %.1e\n",
      solution.objective(), solution.multiplier(), solution.budget_residual(),
      solution.stationarity_residual(), solution.complementarity_residual());
}

std::string RoundingText(const schedule::v1::Rounding& rounding) {
  if (rounding.method().empty()) return "rounded as published\n";
  return absl::StrFormat("rounded by %s on %s: %.6g, at most %.2g above the best\n",
                         rounding.method(), rounding.objective(), rounding.reached(),
                         rounding.gap_bound());
}

// Whether the schedule says of each layer what decided its width.
bool IsExplained(const Schedule& schedule) {
  return schedule.explanations_size() == schedule.ffn_widths_size();
}

std::vector<std::string> LayerRow(const Schedule& schedule, int layer) {
  std::vector<std::string> row = {
      absl::StrCat(layer), absl::StrCat(schedule.ffn_widths(layer)),
      layer < schedule.target_widths_size() ? FormatFixed(schedule.target_widths(layer), 1) : ""};
  if (schedule.residual_widths_size() > 0) {
    row.push_back(absl::StrCat(schedule.residual_widths(layer)));
  }
  if (!IsExplained(schedule)) return row;
  const LayerExplanation& why = schedule.explanations(layer);
  row.insert(row.end(), {FormatFixed(why.work(), 4), FormatFixed(why.smoothed_work(), 3),
                         FormatFixed(why.dimension(), 2), FormatFixed(why.exponent(), 3),
                         BoundWord(why.bound())});
  return row;
}

std::string LayerTable(const Console& console, const Schedule& schedule) {
  std::vector<Table::Column> columns;
  for (const char* title : {"layer", "width", "target"}) columns.push_back({title, Table::kRight});
  if (schedule.residual_widths_size() > 0) columns.push_back({"residual", Table::kRight});
  if (IsExplained(schedule)) {
    for (const char* title : {"work", "smoothed", "dimension", "exponent"}) {
      columns.push_back({title, Table::kRight});
    }
    columns.push_back({"bound"});
  }
  columns.push_back({""});
  Table table(columns);
  int64_t largest = 0;
  for (const int64_t width : schedule.ffn_widths()) largest = std::max(largest, width);
  for (int layer = 0; layer < schedule.ffn_widths_size(); ++layer) {
    std::vector<std::string> row = LayerRow(schedule, layer);
    row.push_back(Bar(schedule.ffn_widths(layer), largest, console.unicode));
    table.AddRow(row);
  }
  return table.Render(console);
}

}  // namespace

std::string ScheduleText(const Console& console, const Schedule& schedule) {
  std::string text = absl::StrCat(
      console.Bold(schedule.family()), "\n\n", LayerTable(console, schedule), "\nFFN parameters ",
      FormatExact(schedule.ffn_parameters()), " of ", FormatExact(schedule.budget_parameters()),
      absl::StrFormat(" (%+.3f %%)", 100 * schedule.drift()), ", model ",
      FormatExact(schedule.accounts().total_parameters()), "\n");
  if (schedule.has_solution()) text += SolutionText(schedule.solution());
  if (schedule.has_rounding()) text += RoundingText(schedule.rounding());
  return text;
}

std::string ExplanationText(const Schedule& schedule) {
  if (!IsExplained(schedule)) {
    return "The schedule says nothing of its layers: it was imported, or follows a published "
           "rule.\n";
  }
  std::string text;
  for (const LayerExplanation& why : schedule.explanations()) {
    absl::StrAppend(&text, "layer ", why.layer(), ": ", why.text(), "\n");
  }
  return text;
}

}  // namespace widthlab::cli
