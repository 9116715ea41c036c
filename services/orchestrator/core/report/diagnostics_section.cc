#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/diagnostics_figures.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::Diagnostics;
using capture::v1::LayerDiagnostics;
using capture::v1::LossRise;

std::string RiseText(const LossRise& rise) {
  if (!std::isfinite(rise.low())) return FormatShort(rise.mean());
  return absl::StrCat(FormatShort(rise.mean()), " (", FormatShort(rise.low()), " to ",
                      FormatShort(rise.high()), ")");
}

std::string AdditivityTable(const Diagnostics& diagnostics) {
  Table table({"ε", "joint, nats", "sum, nats", "ratio", "95 % interval"});
  for (const capture::v1::Additivity& one : diagnostics.additivity()) {
    table.AddRow({FormatShort(one.epsilon()), RiseText(one.joint()), RiseText(one.sum()),
                  FormatNumber(one.ratio(), 3),
                  std::isfinite(one.low()) ? absl::StrCat(FormatNumber(one.low(), 3), " to ",
                                                          FormatNumber(one.high(), 3))
                                           : "not bounded"});
  }
  return table.Render();
}

std::string ScalingTable(const Diagnostics& diagnostics) {
  std::vector<std::string> header = {"layer"};
  for (const double factor : diagnostics.factors()) {
    header.push_back(absl::StrCat("× ", FormatShort(factor)));
  }
  header.push_back("norm growth removed");
  Table table(header);
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    const LayerDiagnostics& layer = diagnostics.layers(l);
    std::vector<std::string> row = {absl::StrCat(l)};
    for (const LossRise& rise : layer.scaled()) row.push_back(RiseText(rise));
    row.resize(header.size() - 1);
    row.push_back(layer.has_norm_growth_removed() ? RiseText(layer.norm_growth_removed()) : "");
    table.AddRow(row);
  }
  return table.Render();
}

std::string StreamTable(const Diagnostics& diagnostics) {
  Table table({"layer", "norm before", "norm after", "matrix entropy, nats", "participation ratio",
               "effective rank", "lens loss, nats", "agreement"});
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    if (!diagnostics.layers(l).has_stream()) continue;
    const capture::v1::ResidualStream& s = diagnostics.layers(l).stream();
    table.AddRow({absl::StrCat(l), FormatShort(s.mean_norm_in()), FormatShort(s.mean_norm_out()),
                  FormatNumber(s.matrix_entropy(), 3), FormatShort(s.participation_ratio()),
                  FormatShort(s.effective_rank()), FormatNumber(s.lens_loss(), 4),
                  absl::StrCat(FormatNumber(100 * s.lens_agreement(), 1), " %")});
  }
  return table.Render();
}

std::string Remarks(const google::protobuf::RepeatedPtrField<std::string>& remarks) {
  std::string list;
  for (const std::string& remark : remarks)
    absl::StrAppend(&list, "<li>", Escape(remark), "</li>\n");
  return list.empty() ? "" : absl::StrCat("<ul class=\"families\">\n", list, "</ul>\n");
}

// "0.62, p 0.001"; a reason where there is no coefficient.
std::string CoefficientText(const v1::Correlation& correlation) {
  if (!correlation.undefined_reason().empty()) {
    return absl::StrCat("undefined: ", correlation.undefined_reason());
  }
  return absl::StrCat(FormatNumber(correlation.coefficient(), 2), ", p ",
                      FormatShort(correlation.p()));
}

std::string CorrelationTable(const ProfileCorrelations& correlations, const std::string& against) {
  Table table({"profile", "Spearman *", "of differences", "Pearson *", "of differences", "layers"});
  for (const v1::ProfileCorrelation& one : correlations) {
    if (!against.empty() && one.against() != against) continue;
    table.AddRow({one.profile(), CoefficientText(one.spearman()),
                  CoefficientText(one.spearman_of_differences()), CoefficientText(one.pearson()),
                  CoefficientText(one.pearson_of_differences()),
                  absl::StrCat(one.spearman().pairs())});
  }
  return table.Render() +
         "<p class=\"note\">* p is not adjusted for depth trend: two profiles that drift with "
         "depth "
         "correlate by themselves. That of first differences does not follow the drift.</p>\n";
}

struct Against {
  const char* name;
  const char* title;
  const char* caption;
};

constexpr Against kAgainst[] = {
    {"lambda", "Work against λ",
     "Whether layers that do much work are those that the loss minds. Rings: first differences."},
    {"ablation", "Work against ablation",
     "The same against the loss without the layer's update. Rings: first differences."},
    {"norm", "Work against the norm",
     "Close to 1: the statistic follows the norm of the residual stream; close to 0: it does not. "
     "Rings: first differences."},
};

bool HasAny(const ProfileCorrelations& correlations, const std::string& against) {
  for (const v1::ProfileCorrelation& one : correlations) {
    if (one.against() == against) return true;
  }
  return false;
}

// The models' names with the layers of each.
std::string ModelList(const v1::Correlations& correlations) {
  std::string text;
  for (const v1::ModelCorrelations& model : correlations.models()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", Escape(model.name()), " (", model.layers(),
                    model.layers() == 1 ? " layer)" : " layers)");
  }
  return text;
}

}  // namespace

std::string TrustSection(const ReportData& data) {
  std::string pictures;
  std::string remarks;
  if (data.diagnostics.has_value()) {
    const Diagnostics& diagnostics = *data.diagnostics;
    if (!diagnostics.additivity().empty()) {
      pictures += Render({.title = "Local additivity",
                          .svg = DrawAdditivity(diagnostics, kHalf).svg,
                          .caption = "Noise on the updates of all layers at once, over the sum of "
                                     "one layer at a time: at 1 what layers are worth adds up.",
                          .table = AdditivityTable(diagnostics)});
    }
    if (HasScaling(diagnostics)) {
      pictures +=
          Render({.title = "Loss with states scaled",
                  .svg = DrawScaling(diagnostics, kHalf).svg,
                  .caption = "The states that enter one layer's FFN, multiplied, or brought "
                             "back to the norm that they had in layer 0: what the model "
                             "itself makes of their size.",
                  .table = ScalingTable(diagnostics)});
    }
    remarks += Remarks(diagnostics.remarks());
  }
  if (data.correlations.has_value() && data.correlations->models_size() == 1) {
    const ProfileCorrelations& all = data.correlations->models(0).correlations();
    for (const Against& against : kAgainst) {
      if (!HasAny(all, against.name)) continue;
      pictures += Render({.title = against.title,
                          .svg = DrawCorrelations(all, against.title, against.name, kHalf).svg,
                          .caption = against.caption,
                          .table = CorrelationTable(all, against.name)});
    }
    remarks += Remarks(data.correlations->remarks());
  }
  if (pictures.empty()) return "";
  return Section("trust", "May the profile be trusted?",
                 "What is worth adds up or does not; a statistic follows the norm of the residual "
                 "stream or says something of its own; work agrees with what the loss minds or "
                 "does not.",
                 Grid(pictures) + remarks);
}

std::string StreamSection(const ReportData& data) {
  if (!data.diagnostics.has_value() || !HasStream(*data.diagnostics)) return "";
  const Diagnostics& diagnostics = *data.diagnostics;
  const std::string table = StreamTable(diagnostics);
  return Section(
      "stream", "Residual stream and logit lens",
      "The stream behind every layer: how long its rows are, and what the model would say if it "
      "ended there.",
      Grid(
          Render({.title = "Logit lens: loss",
                  .svg = DrawLensLoss(diagnostics, kHalf).svg,
                  .caption = "Loss of the stream read through the final norm and head; dashed: the "
                             "whole model's.",
                  .table = table}) +
          Render({.title = "Logit lens: agreement",
                  .svg = DrawLensAgreement(diagnostics, kHalf).svg,
                  .caption = "Tokens for which the likeliest next one is already that of the last "
                             "layer.",
                  .table = table}) +
          Render({.title = "Norm of the residual stream",
                  .svg = DrawNorms(diagnostics, kHalf).svg,
                  .caption = "Mean over tokens.",
                  .table = table})));
}

std::string TransferSection(const ReportData& data) {
  if (!data.correlations.has_value() || data.correlations->transfers().empty()) return "";
  std::string pictures;
  for (const v1::Transfer& transfer : data.correlations->transfers()) {
    const std::string title = absl::StrCat(transfer.first(), " and ", transfer.second());
    pictures += Render(
        {.title = title,
         .svg = DrawCorrelations(transfer.profiles(), title, "", kHalf).svg,
         .caption = absl::StrCat("At the ", transfer.points(),
                                 " relative depths of the shallower one, the deeper one read "
                                 "straight between its nearest layers. Rings: first differences."),
         .table = CorrelationTable(transfer.profiles(), "")});
  }
  return Section("transfer", "Do profiles agree between models?",
                 absl::StrCat("Of ", ModelList(*data.correlations),
                              ": the same statistic at equal relative depth. Near 1, what was "
                              "measured on one model holds for the other."),
                 Grid(pictures) + Remarks(data.correlations->remarks()));
}

}  // namespace widthlab::pipeline
