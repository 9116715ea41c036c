#include "services/orchestrator/core/figures/loss_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/figure/line_chart.h"
#include "services/orchestrator/core/figures/arm_figures.h"

namespace widthlab::pipeline {
namespace {

using training::v1::TrainingResult;

// Values by step, one for each run that has a finite one.
using ValuesByStep = std::map<int32_t, std::vector<double>>;

enum class Loss { kTraining, kValidation };

// Colour of training loss beside validation loss.
constexpr size_t kTrainingStyle = 1;

std::map<int32_t, double> LossOf(const TrainingResult& run, Loss which) {
  std::map<int32_t, double> losses;
  for (const training::v1::TrainingMetric& metric : run.metrics()) {
    if (which == Loss::kValidation && !metric.has_validation_loss()) continue;
    const double loss =
        which == Loss::kValidation ? metric.validation_loss() : metric.training_loss();
    if (std::isfinite(loss)) losses[metric.step()] = loss;
  }
  return losses;
}

ValuesByStep LossesOf(const ReportArm& arm, Loss which) {
  ValuesByStep values;
  for (const TrainingResult& run : arm.runs) {
    for (const auto& [step, loss] : LossOf(run, which)) values[step].push_back(loss);
  }
  return values;
}

// Differences at the steps that both runs of a seed have.
ValuesByStep GapsOf(const ReportArm& arm, const ReportArm& baseline) {
  ValuesByStep values;
  for (size_t seed = 0; seed < std::min(arm.runs.size(), baseline.runs.size()); ++seed) {
    const std::map<int32_t, double> base = LossOf(baseline.runs[seed], Loss::kValidation);
    for (const auto& [step, loss] : LossOf(arm.runs[seed], Loss::kValidation)) {
      if (const auto found = base.find(step); found != base.end()) {
        values[step].push_back(loss - found->second);
      }
    }
  }
  return values;
}

// Mean over the runs, with a bar from the lowest to the highest where there are several.
std::vector<figure::Point> MeanPoints(const ValuesByStep& values) {
  std::vector<figure::Point> points;
  for (const auto& [step, losses] : values) {
    double sum = 0;
    for (const double loss : losses) sum += loss;
    figure::Point point{.x = static_cast<double>(step),
                        .y = sum / static_cast<double>(losses.size())};
    if (losses.size() > 1) {
      point.low = *std::min_element(losses.begin(), losses.end());
      point.high = *std::max_element(losses.begin(), losses.end());
    }
    points.push_back(point);
  }
  return points;
}

// Centred mean over a fiftieth of the points, without bars.
std::vector<figure::Point> Smoothed(const std::vector<figure::Point>& points) {
  const size_t half = points.size() / 100;
  std::vector<figure::Point> smooth;
  for (size_t i = 0; i < points.size(); ++i) {
    const size_t begin = i < half ? 0 : i - half;
    const size_t end = std::min(points.size(), i + half + 1);
    double sum = 0;
    for (size_t j = begin; j < end; ++j) sum += points[j].y;
    smooth.push_back({.x = points[i].x, .y = sum / static_cast<double>(end - begin)});
  }
  return smooth;
}

figure::LineChart StepChart(const std::string& title, const std::string& description,
                            const figure::Canvas& canvas) {
  return {.caption = {title, description},
          .x = {.label = "step", .whole = true},
          .y = {.label = "nats per token"},
          .series = {},
          .canvas = canvas};
}

void AddArm(figure::LineChart& chart, const std::string& name, const ArmStyle& style,
            std::vector<figure::Point> points) {
  if (points.empty()) return;
  chart.series.push_back(
      {.name = name,
       .points = std::move(points),
       .style = style.style,
       .emphasis = style.muted ? figure::Emphasis::kMuted : figure::Emphasis::kNormal});
}

}  // namespace

figure::Drawing DrawRunLoss(const TrainingResult& run, const figure::Canvas& canvas) {
  figure::LineChart chart = StepChart(absl::StrCat("Loss of seed ", run.seed()),
                                      "Training and validation loss by optimiser step", canvas);
  const ReportArm arm{.runs = {run}};
  AddArm(chart, "validation", {.style = 0}, MeanPoints(LossesOf(arm, Loss::kValidation)));
  AddArm(chart, "training", {.style = kTrainingStyle},
         Smoothed(MeanPoints(LossesOf(arm, Loss::kTraining))));
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawValidationLoss(const v1::Comparison& comparison,
                                   const std::vector<ReportArm>& arms,
                                   const figure::Canvas& canvas) {
  figure::LineChart chart = StepChart(
      "Validation loss", "Mean over seeds; bars from the lowest to the highest seed", canvas);
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (size_t i = 0; i < arms.size(); ++i) {
    AddArm(chart, arms[i].comparison.name(), styles[i],
           MeanPoints(LossesOf(arms[i], Loss::kValidation)));
  }
  return figure::DrawLineChart(chart);
}

std::map<int32_t, double> MeanValidationLoss(const ReportArm& arm) {
  std::map<int32_t, double> means;
  for (const figure::Point& point : MeanPoints(LossesOf(arm, Loss::kValidation))) {
    means[static_cast<int32_t>(point.x)] = point.y;
  }
  return means;
}

bool HasLossGap(const std::vector<ReportArm>& arms) {
  for (size_t i = 1; i < arms.size(); ++i) {
    if (GapsOf(arms[i], arms[0]).size() > 1) return true;
  }
  return false;
}

figure::Drawing DrawLossGap(const v1::Comparison& comparison, const std::vector<ReportArm>& arms,
                            const figure::Canvas& canvas) {
  figure::LineChart chart =
      StepChart(absl::StrCat("Validation loss less that of ", comparison.baseline()),
                "Mean over seeds of the paired differences; below zero is "
                "better; bars from the lowest to the highest seed",
                canvas);
  chart.reference = 0;
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (size_t i = 1; i < arms.size(); ++i) {
    AddArm(chart, arms[i].comparison.name(), styles[i], MeanPoints(GapsOf(arms[i], arms[0])));
  }
  return figure::DrawLineChart(chart);
}

figure::Drawing DrawTrainingLoss(const v1::Comparison& comparison,
                                 const std::vector<ReportArm>& arms, const figure::Canvas& canvas) {
  figure::LineChart chart = StepChart("Training loss", "Mean over seeds, smoothed", canvas);
  const std::vector<ArmStyle> styles = ArmStyles(comparison);
  for (size_t i = 0; i < arms.size(); ++i) {
    AddArm(chart, arms[i].comparison.name(), styles[i],
           Smoothed(MeanPoints(LossesOf(arms[i], Loss::kTraining))));
  }
  return figure::DrawLineChart(chart);
}

}  // namespace widthlab::pipeline
