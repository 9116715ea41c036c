#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/arm_figures.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// One row a layer: on a phone and on paper rows go on where columns end.
std::string WidthTable(const v1::Comparison& comparison) {
  std::vector<std::string> header = {"layer"};
  int layers = 0;
  for (const v1::ArmComparison& arm : comparison.arms()) {
    header.push_back(arm.name());
    layers = std::max(layers, arm.ffn_widths_size());
  }
  Table table(header);
  for (int l = 0; l < layers; ++l) {
    std::vector<std::string> row = {absl::StrCat(l)};
    for (const v1::ArmComparison& arm : comparison.arms()) {
      row.push_back(l < arm.ffn_widths_size() ? absl::StrCat(arm.ffn_widths(l)) : "");
    }
    table.AddRow(row);
  }
  return table.Render();
}

bool HasIntervals(const std::vector<ReportArm>& arms) {
  return std::any_of(arms.begin(), arms.end(), [](const ReportArm& arm) {
    return arm.schedule.has_value() && !arm.schedule->width_intervals().empty();
  });
}

std::string Caption(const v1::Comparison& comparison, const std::vector<ReportArm>& arms) {
  if (!WidthsAreCells(comparison)) {
    return HasIntervals(arms) ? "Bars: where the solved width lies, before rounding, when the "
                                "cloud's subsamples are drawn again."
                              : "";
  }
  return absl::StrCat("One row an arm; colours are multiples of the mean width of ",
                      Escape(comparison.baseline()), ".");
}

std::string CostTable(const v1::Comparison& comparison) {
  Table table({"arm", "parameters", "effective", "FFN", "attention", "embedding", "FLOPs of a run",
               "tokens of a run", "KV cache, bytes a token"});
  for (const v1::ArmComparison& arm : comparison.arms()) {
    const model::v1::Accounts& accounts = arm.accounts();
    table.AddRow({arm.name(), FormatCount(accounts.total_parameters()),
                  FormatCount(accounts.effective_parameters()),
                  FormatCount(accounts.ffn_parameters()),
                  FormatCount(accounts.attention_parameters()),
                  FormatCount(accounts.embedding_parameters()), FormatShort(arm.training_flops()),
                  FormatCount(arm.training_tokens()), FormatCount(accounts.kv_bytes_per_token())});
  }
  return table.Render();
}

}  // namespace

std::string WidthsSection(const ReportData& data) {
  const v1::Comparison& comparison = data.comparison;
  const bool any = std::any_of(comparison.arms().begin(), comparison.arms().end(),
                               [](const auto& arm) { return !arm.ffn_widths().empty(); });
  if (!any) return "";
  return Section("widths", "Widths",
                 IsComparison(data)
                     ? "Hidden units of every layer's FFN: what the arms differ in."
                     : "Hidden units of every layer's FFN: the model's own, and what "
                       "each schedule makes of the same number of parameters.",
                 Grid(Render({.title = "FFN width by layer",
                              .svg = DrawArmWidths(comparison, data.arms, kHalf).svg,
                              .caption = Caption(comparison, data.arms),
                              .table = WidthTable(comparison)})) +
                     (IsComparison(data) ? "" : ArmFamilies(data)));
}

std::string CostSection(const ReportData& data) {
  const v1::Comparison& comparison = data.comparison;
  std::string pictures;
  if (HasParameters(comparison)) {
    pictures += Render({.title = "Parameters",
                        .svg = DrawParameters(comparison, kHalf).svg,
                        .caption = "Bars of equal length make a fair comparison.",
                        .table = CostTable(comparison)});
  }
  if (HasFlops(comparison)) {
    pictures += Render({.title = "Training FLOPs",
                        .svg = DrawFlops(comparison, kHalf).svg,
                        .caption = "Forward and backward, of one run."});
  }
  if (pictures.empty()) return "";
  return Section("cost", "Cost", "What every arm has and spends.", Grid(pictures));
}

}  // namespace widthlab::pipeline
