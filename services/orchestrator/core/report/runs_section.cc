#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/figure/line_chart.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

figure::LineChart StepChart(const std::string& title) {
  return {.caption = {title, absl::StrCat(title, " by optimiser step")},
          .x = {.label = "step", .whole = true},
          .y = {.label = "nats"},
          .series = {}};
}

figure::Series ValidationSeries(const std::string& name, const training::v1::TrainingResult& run) {
  figure::Series series{.name = name, .points = {}};
  for (const training::v1::TrainingMetric& metric : run.metrics()) {
    if (!metric.has_validation_loss()) continue;
    series.points.push_back(
        {.x = static_cast<double>(metric.step()), .y = metric.validation_loss()});
  }
  return series;
}

figure::Series TrainingSeries(const std::string& name, const training::v1::TrainingResult& run) {
  figure::Series series{.name = name, .points = {}};
  for (const training::v1::TrainingMetric& metric : run.metrics()) {
    series.points.push_back({.x = static_cast<double>(metric.step()), .y = metric.training_loss()});
  }
  return series;
}

}  // namespace

std::string LossSection(const ReportData& data) {
  figure::LineChart validation = StepChart("Validation loss, first seed");
  figure::LineChart training = StepChart("Training loss, first seed");
  for (const ReportArm& arm : data.arms) {
    if (arm.runs.empty()) continue;
    validation.series.push_back(ValidationSeries(arm.comparison.name(), arm.runs[0]));
    training.series.push_back(TrainingSeries(arm.comparison.name(), arm.runs[0]));
  }
  std::string body = figure::DrawLineChart(validation).svg + figure::DrawLineChart(training).svg;
  if (data.reference.has_value()) {
    absl::StrAppend(&body, "<p>The reference model, whose layers were measured, ended at ",
                    FormatNumber(data.reference->validation_loss(), 4), " nats.</p>\n");
  }
  return Section("loss", "Loss curves", body);
}

std::string RecipeSection(const ReportData& data) {
  Table table({"what", "artifact", "made by"});
  for (const ReportSource& source : data.sources) {
    table.AddHtmlRow({Escape(source.role), ShortId(source.id), Escape(source.spec_type)});
  }
  std::string body = absl::StrCat(
      "<p>Every number on this page comes from these artifacts. Each keeps the complete request "
      "that made it; the same request gives the same bytes.</p>\n",
      table.Render());
  for (const ReportSource& source : data.sources) {
    absl::StrAppend(&body, "<details><summary>", Escape(source.role), " ", ShortId(source.id),
                    "</summary>\n<pre>widthctl artifact reproduce ", Escape(source.id), "\n\n",
                    Escape(source.spec_type), "\n", Escape(source.spec_json), "</pre></details>\n");
  }
  return Section("recipe", "How to make it again", body);
}

}  // namespace widthlab::pipeline
