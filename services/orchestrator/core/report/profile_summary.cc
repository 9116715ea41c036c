#include "services/orchestrator/core/report/profile_summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/figures/sensitivity_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/guiding_work.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/outlier_tables.h"

namespace widthlab::pipeline {
namespace {

constexpr size_t kNamed = 3;

// Layers of the largest finite values, largest first.
std::vector<int> TopLayers(const std::vector<double>& values) {
  std::vector<int> layers;
  for (size_t l = 0; l < values.size(); ++l) {
    if (std::isfinite(values[l])) layers.push_back(static_cast<int>(l));
  }
  std::stable_sort(layers.begin(), layers.end(), [&](int a, int b) {
    return values[static_cast<size_t>(a)] > values[static_cast<size_t>(b)];
  });
  if (layers.size() > kNamed) layers.resize(kNamed);
  return layers;
}

// "layer 3", "layers 0, 29 and 2".
std::string LayersText(const std::vector<int>& layers) {
  if (layers.empty()) return "no layer";
  if (layers.size() == 1) return absl::StrCat("layer ", layers[0]);
  const std::vector<int> first(layers.begin(), layers.end() - 1);
  return absl::StrCat("layers ", absl::StrJoin(first, ", "), " and ", layers.back());
}

double MeanOf(const std::vector<double>& values) {
  double sum = 0;
  int count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? NAN : sum / count;
}

std::vector<double> WorkOf(const geometry::v1::WorkCurve& curve) {
  std::vector<double> values;
  for (const geometry::v1::Estimate& layer : curve.layers()) values.push_back(layer.mean());
  return values;
}

std::vector<double> LambdaOf(const capture::v1::Sensitivity& sensitivity) {
  std::vector<double> values;
  for (const capture::v1::LayerSensitivity& layer : sensitivity.layers()) {
    values.push_back(layer.has_noise() ? layer.noise().mean() : NAN);
  }
  return values;
}

// Of the last of several, "times" how much the largest is of the mean.
std::string Times(const std::vector<double>& values, int layer) {
  return absl::StrCat(FormatNumber(values[static_cast<size_t>(layer)] / MeanOf(values), 1),
                      " times the mean");
}

std::string ShapeText(const ReportData& data) {
  const model::v1::Architecture& a = data.profile->architecture();
  std::string text =
      absl::StrCat(data.profile->layers(), data.profile->layers() == 1 ? " layer" : " layers",
                   ", residual stream ", data.profile->hidden_size());
  if (!data.arms.empty() && data.arms[0].schedule.has_value()) {
    absl::StrAppend(
        &text, ", FFN width ", a.ffn_widths().empty() ? absl::StrCat(a.ffn_width()) : "by layer",
        ", ", FormatCount(data.arms[0].schedule->accounts().total_parameters()), " parameters");
  }
  if (data.activations.has_value() && data.activations->sequences() > 0) {
    absl::StrAppend(&text, "; loss ", FormatNumber(data.activations->loss(), 4),
                    " nats on the text that was read");
  }
  return absl::StrCat(text, ".");
}

std::string WorkText(const geometry::v1::WorkCurve& curve) {
  const std::vector<double> values = WorkOf(curve);
  const std::vector<int> top = TopLayers(values);
  const std::string what = absl::StrCat(Capitalised(StatisticWord(curve.statistic())), " in ",
                                        GeometryWord(curve.geometry()), " geometry");
  if (top.empty()) return absl::StrCat(what, " is undefined in every layer.");
  return absl::StrCat("In ", LayersText(top), ": ", Times(values, top[0]), " in layer ", top[0],
                      " (", what, ").");
}

std::string WorthText(const capture::v1::Sensitivity& sensitivity) {
  const std::vector<double> values = LambdaOf(sensitivity);
  const double mean = MeanLambda(sensitivity);
  const int unsure = sensitivity.noise_not_above_zero_size();
  std::string text;
  if (mean > 0) {
    const std::vector<int> top = TopLayers(values);
    text = absl::StrCat("In ", LayersText(top), ": λ is ", Times(values, top[0]), " in layer ",
                        top[0], ".");
  } else {
    text = "Not shown anywhere: the mean of λ is not above 0.";
  }
  if (unsure > 0) {
    absl::StrAppend(&text, " In ", unsure, " of ", sensitivity.layers_size(),
                    " layers λ is not significantly above 0.");
  }
  return text;
}

// Of the work that guides with lambda; empty where nothing is known.
std::string AgreementText(const ReportData& data, const geometry::v1::WorkCurve& work) {
  if (!data.correlations.has_value() || data.correlations->models_size() != 1) return "";
  const std::string name =
      absl::StrCat(GeometryWord(work.geometry()), "/",
                   absl::StrReplaceAll(StatisticWord(work.statistic()), {{" ", "_"}}));
  for (const v1::ProfileCorrelation& one : data.correlations->models(0).correlations()) {
    if (one.profile() != name || one.against() != "lambda") continue;
    if (!one.spearman().undefined_reason().empty()) {
      return absl::StrCat("Nothing can be said: ", one.spearman().undefined_reason(), ".");
    }
    return absl::StrCat("Spearman's coefficient with λ over layers is ",
                        FormatNumber(one.spearman().coefficient(), 2), " (",
                        FormatNumber(one.spearman().low(), 2), " to ",
                        FormatNumber(one.spearman().high(), 2), "), of first differences ",
                        FormatNumber(one.spearman_of_differences().coefficient(), 2), " (p ",
                        FormatShort(one.spearman_of_differences().p()), ").");
  }
  return "";
}

std::string WidthsText(const ReportData& data) {
  for (size_t i = 1; i < data.arms.size(); ++i) {
    const auto& widths = data.arms[i].comparison.ffn_widths();
    if (widths.empty()) continue;
    const auto [low, high] = std::minmax_element(widths.begin(), widths.end());
    return absl::StrCat(data.arms[i].comparison.name(), " asks for ", *low, " to ", *high,
                        " hidden units at the model's own FFN budget. Nothing was trained here: "
                        "whether such a model learns better is what a comparison shows.");
  }
  return "No schedule could be solved for.";
}

std::string TrustText(const ReportData& data) {
  std::string text;
  if (data.activations.has_value()) text = OutlierWarning(*data.activations);
  if (text.empty()) return "No token and no three coordinates hold a tenth of a layer's energy.";
  return absl::StrCat("With care: ", text,
                      ". Spherical and hyperbolic geometry do not see norms, but see coordinates.");
}

}  // namespace

std::string ModelName(const ReportData& data) {
  for (const artifact::v1::Artifact& artifact : data.lineage.artifacts()) {
    if (artifact.id() != data.model) continue;
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_MODEL) return "A training run";
    return NoteOf(artifact.manifest());
  }
  return "A model";
}

Summary SummariseProfile(const ReportData& data) {
  Summary summary{.verdict = v1::VERDICT_BASELINE};
  const geometry::v1::WorkCurve* const work = GuidingWork(data);
  summary.headline = ModelName(data);
  if (work != nullptr) {
    absl::StrAppend(&summary.headline, ": most work in ", LayersText(TopLayers(WorkOf(*work))));
  }
  summary.lines.push_back({"What was profiled?", ShapeText(data)});
  if (work != nullptr) summary.lines.push_back({"Where is the work?", WorkText(*work)});
  if (data.sensitivity.has_value()) {
    summary.lines.push_back({"Where does the loss mind?", WorthText(*data.sensitivity)});
  }
  if (const std::string text = work == nullptr ? "" : AgreementText(data, *work); !text.empty()) {
    summary.lines.push_back({"Do work and worth agree?", text});
  }
  summary.lines.push_back({"Which widths follow?", WidthsText(data)});
  if (data.activations.has_value()) {
    summary.lines.push_back({"Trust raw geometry?", TrustText(data)});
  }
  return summary;
}

}  // namespace widthlab::pipeline
