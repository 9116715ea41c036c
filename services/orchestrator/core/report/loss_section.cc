#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/loss_figures.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// One row an evaluation, one column an arm.
std::string LossTable(const std::vector<ReportArm>& arms) {
  std::vector<std::string> header = {"step"};
  std::map<int32_t, std::vector<std::string>> rows;
  for (size_t i = 0; i < arms.size(); ++i) {
    header.push_back(arms[i].comparison.name());
    for (const auto& [step, loss] : MeanValidationLoss(arms[i])) {
      rows[step].resize(arms.size());
      rows[step][i] = FormatNumber(loss, 4);
    }
  }
  Table table(header);
  for (const auto& [step, losses] : rows) {
    std::vector<std::string> row = {absl::StrCat(step)};
    row.insert(row.end(), losses.begin(), losses.end());
    table.AddRow(row);
  }
  return rows.empty() ? "" : table.Render();
}

bool HasCurves(const std::vector<ReportArm>& arms) {
  for (const ReportArm& arm : arms) {
    for (const training::v1::TrainingResult& run : arm.runs) {
      if (run.metrics_size() > 1) return true;
    }
  }
  return false;
}

}  // namespace

std::string LossSection(const ReportData& data) {
  if (!HasCurves(data.arms)) return "";
  std::string pictures = Render({.title = "Validation loss",
                                 .svg = DrawValidationLoss(data.comparison, data.arms, kHalf).svg,
                                 .caption = "Mean over seeds; bars reach from the lowest to the "
                                            "highest seed.",
                                 .table = LossTable(data.arms)});
  if (HasLossGap(data.arms)) {
    pictures +=
        Render({.title = absl::StrCat("Validation loss less that of ", data.comparison.baseline()),
                .svg = DrawLossGap(data.comparison, data.arms, kHalf).svg,
                .caption = "Paired by seed; below zero is better. Does the gap stay?"});
  }
  pictures += Render({.title = "Training loss",
                      .svg = DrawTrainingLoss(data.comparison, data.arms, kHalf).svg,
                      .caption = "Mean over seeds, smoothed over a fiftieth of the steps."});
  return Section("loss", "Loss curves",
                 "Loss while training, by optimiser step." + ReferenceNote(data), Grid(pictures));
}

}  // namespace widthlab::pipeline
