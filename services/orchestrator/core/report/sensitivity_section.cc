#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/orchestrator/core/figures/sensitivity_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/guiding_work.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::LayerSensitivity;
using capture::v1::LossRise;
using capture::v1::Sensitivity;

std::string Mean(bool measured, const LossRise& rise) {
  return measured ? FormatShort(rise.mean()) : "not measured";
}

// With a sign beside those that are not above 0, so that nobody reads past it.
std::string Interval(bool measured, const LossRise& rise) {
  if (!measured || !std::isfinite(rise.low())) return "–";
  return absl::StrCat(FormatShort(rise.low()), " to ", FormatShort(rise.high()),
                      rise.above_zero() ? "" : " (not above 0)");
}

std::string WorthTable(const Sensitivity& sensitivity, const geometry::v1::WorkCurve* work) {
  std::vector<std::string> header = {"layer", "lambda, nats", "95 % interval"};
  if (HasAblation(sensitivity)) {
    header.insert(header.end(), {"ablation, nats", "95 % interval"});
  }
  if (work != nullptr) header.push_back("work");
  Table table(header);
  for (int l = 0; l < sensitivity.layers_size(); ++l) {
    const LayerSensitivity& layer = sensitivity.layers(l);
    std::vector<std::string> row = {absl::StrCat(l), Mean(layer.has_noise(), layer.noise()),
                                    Interval(layer.has_noise(), layer.noise())};
    if (HasAblation(sensitivity)) {
      row.push_back(Mean(layer.has_ablation(), layer.ablation()));
      row.push_back(Interval(layer.has_ablation(), layer.ablation()));
    }
    if (work != nullptr) {
      row.push_back(l < work->layers_size() ? FormatShort(work->layers(l).mean()) : "");
    }
    table.AddRow(row);
  }
  return table.Render();
}

// What the measurement says of itself, and what follows for schedules.
std::string Remarks(const Sensitivity& sensitivity) {
  std::string list;
  for (const std::string& remark : sensitivity.remarks()) {
    absl::StrAppend(&list, "<li>", Escape(remark), "</li>\n");
  }
  if (!(MeanLambda(sensitivity) > 0)) {
    absl::StrAppend(
        &list,
        "<li>The mean of lambda over all layers is not above 0, so that no schedule can "
        "be weighted by it: those that read it were left out.</li>\n");
  }
  return list.empty() ? "" : absl::StrCat("<ul class=\"families\">\n", list, "</ul>\n");
}

std::string WorkName(const geometry::v1::WorkCurve& work) {
  return absl::StrCat(StatisticWord(work.statistic()), ", ", GeometryWord(work.geometry()));
}

}  // namespace

std::string SensitivitySection(const ReportData& data) {
  if (!data.sensitivity.has_value()) return "";
  const Sensitivity& sensitivity = *data.sensitivity;
  const geometry::v1::WorkCurve* const work = GuidingWork(data);
  const std::string table = WorthTable(sensitivity, work);
  std::string pictures =
      Render({.title = "Sensitivity to noise, λ",
              .svg = DrawLambda(sensitivity, kHalf).svg,
              .caption = absl::StrCat(
                  "Rise of the loss with noise of relative size ",
                  FormatShort(sensitivity.relative_noise()),
                  " on the FFN's update, over the square of that size. Bars: 95 % intervals over ",
                  sensitivity.batches(), " batches of text, ", sensitivity.draws(),
                  " draws of noise each."),
              .table = table});
  if (HasAblation(sensitivity)) {
    pictures += Render({.title = "Ablation",
                        .svg = DrawAblation(sensitivity, kHalf).svg,
                        .caption = "Rise of the loss when the FFN's update is left out.",
                        .table = table});
  }
  if (work != nullptr) {
    pictures += Render({.title = "Work beside worth",
                        .svg = DrawWorth(*work, sensitivity, kHalf).svg,
                        .caption = absl::StrCat("Work is the ", Escape(WorkName(*work)),
                                                "; each curve over its own mean."),
                        .table = table});
  }
  return Section(
      "sensitivity", "Worth by layer",
      absl::StrCat("Work says how much a layer moves the cloud; this says how much the "
                   "loss minds. Measured on ",
                   FormatCount(sensitivity.targets()), " next tokens in ", sensitivity.sequences(),
                   " sequences, loss ", FormatNumber(sensitivity.loss(), 4), " nats."),
      Grid(pictures) + Remarks(sensitivity));
}

}  // namespace widthlab::pipeline
