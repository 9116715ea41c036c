#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"
#include "services/orchestrator/core/figures/arm_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

std::string FormatInterval(const v1::Interval& interval, int decimals) {
  return absl::StrCat(FormatNumber(interval.low(), decimals), " to ",
                      FormatNumber(interval.high(), decimals));
}

// A sign beside the word, so that it does not rest on colour.
std::string Badge(v1::Verdict verdict) {
  const char* sign = "?";
  if (verdict == v1::VERDICT_BETTER) sign = "✓";
  if (verdict == v1::VERDICT_WORSE) sign = "✗";
  if (verdict == v1::VERDICT_NO_DIFFERENCE) sign = "≈";
  if (verdict == v1::VERDICT_BASELINE) sign = "○";
  return absl::StrCat("<span class=\"badge v", static_cast<int>(verdict), "\">", sign, " ",
                      Escape(VerdictWord(verdict)), "</span>");
}

// The colour and marker that an arm has in every picture.
std::string Key(const ArmStyle& style) {
  figure::SvgWriter svg;
  svg.Open("svg", {{"class", "key"}, {"viewBox", "0 0 12 12"}, {"aria-hidden", "true"}});
  svg.Open("g", {{"class", figure::SeriesClass(style.style)}});
  figure::DrawMarker(svg, style.style, 6, 6);
  svg.Close();
  svg.Close();
  return svg.Take();
}

// The widths over depth as a small silhouette.
std::string Silhouette(const v1::ArmComparison& arm, double most) {
  const int layers = arm.ffn_widths_size();
  if (layers == 0 || most <= 0) return "";
  std::string path = "M0 24";
  for (int l = 0; l < layers; ++l) {
    absl::StrAppend(&path, "V", figure::CoordinateText(24 - 24 * arm.ffn_widths(l) / most), "H",
                    figure::CoordinateText(90.0 * (l + 1) / layers));
  }
  return absl::StrCat(
      "<svg class=\"silhouette\" viewBox=\"0 0 90 24\" role=\"img\"><title>",
      Escape(absl::StrCat("FFN width of layers 0 to ", layers - 1, " of ", arm.name())),
      "</title><path d=\"", path, "V24z\"/></svg>");
}

double LargestWidth(const v1::Comparison& comparison) {
  double most = 0;
  for (const v1::ArmComparison& arm : comparison.arms()) {
    for (const int32_t width : arm.ffn_widths()) most = std::max<double>(most, width);
  }
  return most;
}

std::string ArmTable(const v1::Comparison& comparison) {
  const std::string level = absl::StrFormat("%.4g %% interval", 100 * (1 - comparison.alpha()));
  // What decides stands first: on a phone the rest lies beyond the edge.
  Table table({"arm", "verdict", "difference", level, "p (Holm)", "mean loss", "widths over depth",
               "parameters"});
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  const double most = LargestWidth(comparison);
  for (const int i : ArmsByLoss(comparison)) {
    const v1::ArmComparison& arm = comparison.arms(i);
    const v1::PairedDifference& d = arm.difference();
    const bool compared = arm.has_difference();
    const int64_t parameters = arm.accounts().total_parameters();
    table.AddHtmlRow(
        {Key(styles[i]) + Escape(arm.name()), Badge(arm.verdict()),
         compared ? FormatNumber(d.mean(), 4) : "", compared ? FormatInterval(d.interval(), 4) : "",
         compared ? FormatShort(d.adjusted_p()) : "", FormatNumber(arm.mean_validation_loss(), 4),
         Silhouette(arm, most), parameters > 0 ? FormatCount(parameters) : "–"});
  }
  return table.Render();
}

std::string EvidenceTable(const v1::Comparison& comparison) {
  Table table({"arm", "differences by seed", "standard deviation", "its 95 % interval",
               "p (unadjusted)", "better in", "detectable", "detectable, all arms",
               "over documents"});
  for (const v1::ArmComparison& arm : comparison.arms()) {
    if (!arm.has_difference()) continue;
    const v1::PairedDifference& d = arm.difference();
    std::vector<std::string> differences;
    for (const double value : d.differences()) differences.push_back(FormatNumber(value, 4));
    table.AddRow({arm.name(), absl::StrJoin(differences, ", "),
                  FormatNumber(d.standard_deviation(), 4),
                  FormatInterval(d.standard_deviation_interval(), 4), FormatShort(d.p()),
                  absl::StrCat(d.better_count(), " of ", d.differences_size()),
                  FormatNumber(d.minimum_detectable_effect(), 4),
                  FormatNumber(d.minimum_detectable_effect_adjusted(), 4),
                  FormatInterval(d.document_interval(), 4)});
  }
  return table.Render();
}

// What the headings of the evidence mean, a sentence each.
std::string EvidenceNotes(const v1::Comparison& comparison) {
  const int comparisons = std::max(1, comparison.arms_size() - 1);
  return absl::StrFormat(
      "<p class=\"note\"><b>Detectable</b>: the smallest true difference that 80 %% of such runs "
      "would find at level %.4g if this arm were the only one. <b>Detectable, all arms</b>: the "
      "same at level %.4g / %d, the strictest that Holm's adjustment asks. <b>Over documents</b>: "
      "interval of the difference when the evaluation documents are drawn again and the seeds stay "
      "as they are; it is evaluation noise, says nothing of other seeds, and no verdict rests on "
      "it, so that it may leave out zero where the verdict is inconclusive.</p>\n",
      comparison.alpha(), comparison.alpha(), comparisons);
}

std::string LossTable(const v1::Comparison& comparison) {
  std::vector<std::string> header = {"arm"};
  for (const uint64_t seed : comparison.seeds()) header.push_back(absl::StrCat("seed ", seed));
  header.push_back("mean");
  Table table(header);
  for (const v1::ArmComparison& arm : comparison.arms()) {
    std::vector<std::string> row = {arm.name()};
    for (const double loss : arm.validation_loss()) row.push_back(FormatNumber(loss, 4));
    row.push_back(FormatNumber(arm.mean_validation_loss(), 4));
    table.AddRow(row);
  }
  return table.Render();
}

// The verdict of every arm as a sentence.
std::string Verdicts(const v1::Comparison& comparison) {
  std::string list;
  for (const v1::ArmComparison& arm : comparison.arms()) {
    if (!arm.has_difference()) continue;
    absl::StrAppend(&list, "<li><b>", Escape(arm.name()), "</b> is ", Escape(arm.verdict_text()),
                    ".</li>\n");
  }
  return list.empty() ? "" : absl::StrCat("<ul>\n", list, "</ul>\n");
}

std::string Pictures(const v1::Comparison& comparison) {
  std::string pictures;
  if (comparison.arms_size() > 1) {
    std::string caption =
        "Mean over seeds of the loss less the baseline's for the same seed; the line is its "
        "interval from the paired t. Rings are single seeds.";
    if (comparison.has_negligible_difference()) {
      absl::StrAppend(&caption, " The band is what was set beforehand as not mattering.");
    }
    pictures += Render({.title = absl::StrCat("Difference to ", comparison.baseline()),
                        .svg = DrawDifferences(comparison, kHalf).svg,
                        .caption = caption,
                        .table = EvidenceTable(comparison) + EvidenceNotes(comparison)});
  }
  pictures += Render({.title = "Final validation loss",
                      .svg = DrawFinalLosses(comparison, kHalf).svg,
                      .caption = "Lowest mean first. For the same seed arms read the same data in "
                                 "the same order, and tensors of equal name and shape start equal; "
                                 "so they are compared seed by seed.",
                      .table = LossTable(comparison)});
  return Grid(pictures);
}

}  // namespace

std::string ArmsSection(const ReportData& data) {
  const v1::Comparison& comparison = data.comparison;
  const std::string introduction = absl::StrCat(
      "Every arm was trained with ", comparison.seeds_size() == 1 ? "one seed" : "the same seeds",
      " and is compared with <b>", Escape(comparison.baseline()), "</b> on ",
      Escape(comparison.metric()),
      ", named beforehand. A negative difference is better; the lowest loss stands "
      "first.");
  return Section("arms", "The arms", introduction,
                 absl::StrCat(ArmTable(comparison), ArmFamilies(data), Pictures(comparison),
                              Details("The verdicts in words", Verdicts(comparison))));
}

}  // namespace widthlab::pipeline
