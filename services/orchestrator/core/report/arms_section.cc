#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "common/figure/interval_chart.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// "no difference" of VERDICT_NO_DIFFERENCE.
std::string VerdictWord(v1::Verdict verdict) {
  const std::string name = v1::Verdict_Name(verdict);
  return absl::StrReplaceAll(absl::AsciiStrToLower(name.substr(std::string("VERDICT_").size())),
                             {{"_", " "}});
}

std::string FormatInterval(const v1::Interval& interval, int decimals) {
  return absl::StrCat(FormatNumber(interval.low(), decimals), " to ",
                      FormatNumber(interval.high(), decimals));
}

const v1::ArmComparison* LowestLoss(const v1::Comparison& comparison) {
  const auto lowest = std::min_element(comparison.arms().begin(), comparison.arms().end(),
                                       [](const auto& a, const auto& b) {
                                         return a.mean_validation_loss() < b.mean_validation_loss();
                                       });
  return lowest == comparison.arms().end() ? nullptr : &*lowest;
}

}  // namespace

std::string SummarySection(const ReportData& data) {
  const v1::Comparison& comparison = data.comparison;
  std::string body = absl::StrCat("<p>", comparison.arms_size(), " arms, ", comparison.seeds_size(),
                                  " seed", comparison.seeds_size() == 1 ? "" : "s",
                                  " each, compared on ", Escape(comparison.metric()),
                                  " against <b>", Escape(comparison.baseline()), "</b>.");
  if (const v1::ArmComparison* lowest = LowestLoss(comparison); lowest != nullptr) {
    absl::StrAppend(&body, " The lowest mean loss, ",
                    FormatNumber(lowest->mean_validation_loss(), 4), " nats, is that of <b>",
                    Escape(lowest->name()), "</b>.");
  }
  body += "</p>\n<ul>\n";
  for (const v1::ArmComparison& arm : comparison.arms()) {
    if (!arm.has_difference()) continue;
    absl::StrAppend(&body, "<li><b>", Escape(arm.name()), "</b> is ", Escape(arm.verdict_text()),
                    ".</li>\n");
  }
  return Section("summary", "What came out", body + "</ul>\n");
}

std::string ArmsSection(const ReportData& data) {
  std::vector<std::string> header = {"arm", "parameters", "FFN parameters"};
  for (const uint64_t seed : data.comparison.seeds()) {
    header.push_back(absl::StrCat("loss, seed ", seed));
  }
  for (const char* column : {"mean loss", "mean difference", "verdict"}) header.push_back(column);
  Table table(header);
  for (const v1::ArmComparison& arm : data.comparison.arms()) {
    std::vector<std::string> row = {arm.name(), FormatCount(arm.accounts().total_parameters()),
                                    FormatCount(arm.accounts().ffn_parameters())};
    for (const double loss : arm.validation_loss()) row.push_back(FormatNumber(loss, 4));
    row.push_back(FormatNumber(arm.mean_validation_loss(), 4));
    row.push_back(arm.has_difference() ? FormatNumber(arm.difference().mean(), 4) : "");
    row.push_back(VerdictWord(arm.verdict()));
    table.AddRow(row);
  }
  return Section("arms", "Arms",
                 absl::StrCat("<p>Validation loss in nats per token on held-out documents; below "
                              "zero is better.</p>\n",
                              table.Render()));
}

std::string EvidenceSection(const ReportData& data) {
  figure::IntervalChart chart{
      .caption = {absl::StrCat("Difference to ", data.comparison.baseline()),
                  "Mean difference in validation loss with its interval; rings are seeds"},
      .x = {.label = "nats; below zero is better"},
      .reference = 0,
      .rows = {}};
  const int level = static_cast<int>(100 * (1 - data.comparison.alpha()) + 0.5);
  Table table({"arm", "differences by seed", absl::StrCat(level, " % interval"),
               "standard deviation", "its 95 % interval", "p", "Holm p", "better in", "detectable",
               "detectable, all arms", "over documents"});
  for (const v1::ArmComparison& arm : data.comparison.arms()) {
    if (!arm.has_difference()) continue;
    const v1::PairedDifference& d = arm.difference();
    chart.rows.push_back({.name = arm.name(),
                          .estimate = d.mean(),
                          .low = d.interval().low(),
                          .high = d.interval().high(),
                          .values = {d.differences().begin(), d.differences().end()},
                          .note = VerdictWord(arm.verdict())});
    std::vector<std::string> differences;
    for (const double value : d.differences()) differences.push_back(FormatNumber(value, 4));
    table.AddRow({arm.name(), absl::StrJoin(differences, ", "), FormatInterval(d.interval(), 4),
                  FormatNumber(d.standard_deviation(), 4),
                  FormatInterval(d.standard_deviation_interval(), 4), FormatShort(d.p()),
                  FormatShort(d.adjusted_p()),
                  absl::StrCat(d.better_count(), " of ", d.differences_size()),
                  FormatNumber(d.minimum_detectable_effect(), 4),
                  FormatNumber(d.minimum_detectable_effect_adjusted(), 4),
                  FormatInterval(d.document_interval(), 4)});
  }
  return Section(
      "evidence", "Evidence",
      absl::StrCat(
          "<p>Paired by seed: p from the paired t, adjusted over all arms by Holm. Detectable is "
          "the true difference that a test of so many seeds finds with 80 % power, alone and at α "
          "/ arms. The last column is a bootstrap over the held-out documents: noise of the "
          "evaluation, not of the seeds.</p>\n",
          figure::DrawIntervalChart(chart).svg, table.Render()));
}

}  // namespace widthlab::pipeline
