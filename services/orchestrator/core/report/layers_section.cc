#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/layer_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/outlier_tables.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

using Estimates = google::protobuf::RepeatedPtrField<geometry::v1::Estimate>;

// Curves side by side, one row a layer.
class LayerTable {
 public:
  void Add(const std::string& name, const Estimates& layers) {
    if (layers.empty()) return;
    names_.push_back(name);
    curves_.push_back(&layers);
  }

  std::string Render() const {
    if (curves_.empty()) return "";
    std::vector<std::string> header = {"layer"};
    header.insert(header.end(), names_.begin(), names_.end());
    Table table(header);
    for (int l = 0; l < Longest(); ++l) {
      std::vector<std::string> row = {absl::StrCat(l)};
      for (const Estimates* curve : curves_) {
        row.push_back(l < curve->size() ? Format((*curve)[l]) : "");
      }
      table.AddRow(row);
    }
    return table.Render();
  }

 private:
  static std::string Format(const geometry::v1::Estimate& estimate) {
    if (!estimate.undefined_reason().empty()) {
      return absl::StrCat("undefined: ", estimate.undefined_reason());
    }
    return absl::StrCat(FormatShort(estimate.mean()), " ± ",
                        FormatShort(estimate.standard_error()));
  }

  int Longest() const {
    int longest = 0;
    for (const Estimates* curve : curves_) longest = std::max(longest, curve->size());
    return longest;
  }

  std::vector<std::string> names_;
  std::vector<const Estimates*> curves_;
};

std::string WorkTable(const geometry::v1::Profile& profile, geometry::v1::Statistic statistic) {
  LayerTable table;
  for (const geometry::v1::WorkCurve& curve : profile.work()) {
    if (curve.statistic() == statistic) table.Add(GeometryWord(curve.geometry()), curve.layers());
  }
  return table.Render();
}

const char* Meaning(geometry::v1::Statistic statistic) {
  switch (statistic) {
    case geometry::v1::STATISTIC_SHIFT:
      return "How far the FFN moves a token, on average.";
    case geometry::v1::STATISTIC_METRIC_DISTORTION:
      return "How much distances among tokens change (Gromov–Wasserstein).";
    case geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE:
      return "How much the loops of the cloud change (persistence diagrams, degree 1).";
    default:
      return "";
  }
}

std::string Name(const geometry::v1::DimensionCurve& curve, const std::string& estimator) {
  return absl::StrCat(estimator, ", ", CloudWord(curve.cloud()), ", ",
                      GeometryWord(curve.geometry()));
}

}  // namespace

std::string WorkSection(const ReportData& data) {
  if (!data.profile.has_value() || data.profile->work().empty()) return "";
  const geometry::v1::Profile& profile = *data.profile;
  std::string pictures;
  for (const geometry::v1::Statistic statistic : StatisticsOf(profile)) {
    pictures += Render({.title = Capitalised(StatisticWord(statistic)),
                        .svg = DrawWork(profile, statistic, kHalf).svg,
                        .caption = Meaning(statistic),
                        .table = WorkTable(profile, statistic)});
  }
  return Section(
      "work", "Work by layer",
      absl::StrCat("What every FFN does to its cloud of token representations, in each geometry "
                   "relative to its mean over layers: means and standard errors over ",
                   profile.subsamples(), " subsamples of ", profile.tokens_per_subsample(),
                   " tokens. The guided schedule puts width where work is."),
      Grid(pictures));
}

std::string DimensionSection(const ReportData& data) {
  if (!data.profile.has_value() || data.profile->dimensions().empty()) return "";
  const geometry::v1::Profile& profile = *data.profile;
  LayerTable intrinsic;
  LayerTable ranks;
  for (const geometry::v1::DimensionCurve& curve : profile.dimensions()) {
    intrinsic.Add(Name(curve, "TwoNN"), curve.two_nn());
    intrinsic.Add(Name(curve, "Levina–Bickel"), curve.levina_bickel());
    ranks.Add(Name(curve, "participation ratio"), curve.participation_ratio());
    ranks.Add(Name(curve, "effective rank"), curve.effective_rank());
  }
  std::string pictures = Render({.title = "Intrinsic dimension, raw geometry",
                                 .svg = DrawDimension(profile, kHalf).svg,
                                 .caption = "Of the surface that the tokens lie on, however bent. "
                                            "The solver takes it that the lower it is, the more a "
                                            "layer gains from width.",
                                 .table = intrinsic.Render()});
  if (HasRanks(profile)) {
    pictures += Render({.title = "Linear dimension",
                        .svg = DrawRanks(profile, kHalf).svg,
                        .caption = "Of the flat space that holds most of the cloud's variance.",
                        .table = ranks.Render()});
  }
  return Section("dimension", "Dimension by layer",
                 "How many directions the cloud of token representations fills.", Grid(pictures));
}

std::string CloudSection(const ReportData& data) {
  if (!data.activations.has_value()) return "";
  const capture::v1::ActivationsSummary& cloud = *data.activations;
  Table table({"layer", "median norm", "largest norm", "top token", "top 1 % of tokens",
               "top three coordinates"});
  for (const capture::v1::LayerOutliers& layer : cloud.outliers()) {
    table.AddRow({absl::StrCat(layer.layer()), FormatShort(layer.median_norm_out()),
                  FormatShort(layer.max_norm_out()),
                  absl::StrCat(FormatNumber(100 * layer.top_token_share(), 1), " %"),
                  absl::StrCat(FormatNumber(100 * layer.top_percent_share(), 1), " %"),
                  absl::StrCat(FormatNumber(100 * layer.top_coordinates_share(), 1), " %")});
  }
  std::string introduction =
      absl::StrCat(cloud.subsamples(), " × ", cloud.tokens_per_subsample(), " tokens");
  if (cloud.sequences() > 0) {
    absl::StrAppend(&introduction, " from ", FormatCount(cloud.sequences()), " sequences (",
                    FormatCount(cloud.eligible_tokens()), " eligible), loss ",
                    FormatNumber(cloud.loss(), 4), " nats");
  }
  absl::StrAppend(&introduction,
                  ". Where a few tokens or coordinates hold much of a layer's energy, raw geometry "
                  "shows mostly those.");
  return Section("cloud", "The cloud that was measured", introduction,
                 Grid(Render({.title = "Share of energy in outliers",
                              .svg = DrawOutliers(cloud, kHalf).svg,
                              .caption = "After the FFN, in percent of each layer's energy.",
                              .table = table.Render()})) +
                     OutlierTables(cloud));
}

}  // namespace widthlab::pipeline
