#include "services/orchestrator/core/testing/made_profile.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"

namespace widthlab::pipeline {
namespace {

using capture::v1::LossRise;

LossRise Rise(double mean, double half_width) {
  LossRise rise;
  rise.set_mean(mean);
  rise.set_low(mean - half_width);
  rise.set_high(mean + half_width);
  rise.set_above_zero(mean > half_width);
  return rise;
}

capture::v1::Sensitivity MakeSensitivity(int layers) {
  capture::v1::Sensitivity sensitivity;
  sensitivity.set_relative_noise(0.1);
  sensitivity.set_batches(8);
  sensitivity.set_draws(2);
  sensitivity.set_sequences(8);
  sensitivity.set_targets(4088);
  sensitivity.set_loss(3.25);
  for (int l = 0; l < layers; ++l) {
    capture::v1::LayerSensitivity& layer = *sensitivity.add_layers();
    *layer.mutable_noise() = Rise(l == 1 ? 0.001 : 0.02 + 0.1 * std::exp(-l), 0.01);
    *layer.mutable_ablation() = Rise(0.05 + 2 * std::exp(-l), 0.04);
    if (!layer.noise().above_zero()) sensitivity.add_noise_not_above_zero(l);
  }
  sensitivity.add_remarks("lambda is not significantly above 0 in layer 1.");
  return sensitivity;
}

capture::v1::Diagnostics MakeDiagnostics(int layers) {
  capture::v1::Diagnostics diagnostics;
  diagnostics.set_loss(3.25);
  diagnostics.add_factors(0.5);
  diagnostics.add_factors(2);
  for (const double epsilon : {0.03, 0.1, 0.3}) {
    capture::v1::Additivity& one = *diagnostics.add_additivity();
    one.set_epsilon(epsilon);
    *one.mutable_joint() = Rise(0.5, 0.1);
    *one.mutable_sum() = Rise(0.45, 0.1);
    one.set_ratio(1 + epsilon);
    one.set_low(epsilon < 0.05 ? NAN : 0.9);
    one.set_high(epsilon < 0.05 ? NAN : 1.6);
  }
  for (int l = 0; l < layers; ++l) {
    capture::v1::LayerDiagnostics& layer = *diagnostics.add_layers();
    *layer.add_scaled() = Rise(0.2, 0.05);
    *layer.add_scaled() = Rise(0.1, 0.05);
    *layer.mutable_norm_growth_removed() = Rise(0.02 * l, 0.01);
    layer.mutable_stream()->set_mean_norm_in(10 + l);
    layer.mutable_stream()->set_mean_norm_out(11 + l);
    layer.mutable_stream()->set_matrix_entropy(1.5);
    layer.mutable_stream()->set_participation_ratio(12);
    layer.mutable_stream()->set_effective_rank(40);
    layer.mutable_stream()->set_lens_loss(3.25 + 6.0 * (layers - 1 - l) / layers);
    layer.mutable_stream()->set_lens_agreement((l + 1.0) / layers);
  }
  return diagnostics;
}

v1::Correlation Coefficient(double value, int pairs) {
  v1::Correlation correlation;
  correlation.set_pairs(pairs);
  if (pairs < 3) {
    correlation.set_coefficient(NAN);
    correlation.set_p(NAN);
    correlation.set_low(NAN);
    correlation.set_high(NAN);
    correlation.set_undefined_reason("fewer than 3 pairs");
    return correlation;
  }
  correlation.set_coefficient(value);
  correlation.set_p(0.01);
  correlation.set_low(value - 0.2);
  correlation.set_high(std::min(1.0, value + 0.2));
  return correlation;
}

v1::ProfileCorrelation MakeCorrelation(const std::string& profile, const std::string& against,
                                       double value, int layers) {
  v1::ProfileCorrelation one;
  one.set_profile(profile);
  one.set_against(against);
  *one.mutable_spearman() = Coefficient(value, layers);
  *one.mutable_pearson() = Coefficient(value - 0.05, layers);
  *one.mutable_spearman_of_differences() = Coefficient(value / 2, layers - 1);
  *one.mutable_pearson_of_differences() = Coefficient(value / 3, layers - 1);
  return one;
}

template <typename Add>
void ForEachStatistic(Add add) {
  double value = -0.3;
  for (const char* geometry : {"raw", "spherical", "hyperbolic"}) {
    for (const char* statistic : {"shift", "metric_distortion", "topological_change"}) {
      add(absl::StrCat(geometry, "/", statistic), value += 0.13);
    }
  }
}

}  // namespace

ReportData MakeProfileData(const MadeReport& options) {
  ReportData data = MakeReportData(options);
  v1::Comparison arms;
  arms.set_baseline(data.comparison.baseline());
  for (ReportArm& arm : data.arms) {
    v1::ArmComparison untrained;
    untrained.set_name(arm.comparison.name());
    untrained.set_schedule(arm.comparison.schedule());
    *untrained.mutable_ffn_widths() = arm.comparison.ffn_widths();
    *untrained.mutable_accounts() = arm.comparison.accounts();
    *arms.add_arms() = untrained;
    arm.comparison = untrained;
    arm.runs.clear();
  }
  data.comparison = arms;
  data.reference.reset();
  for (const ReportSource& source : data.sources) {
    if (source.role == "reference") data.model = source.id;
  }
  data.profile->set_hidden_size(576);
  data.sensitivity = MakeSensitivity(options.layers);
  data.diagnostics = MakeDiagnostics(options.layers);
  v1::ModelCorrelations& model = *data.correlations.emplace().add_models();
  model.set_name("model");
  model.set_layers(options.layers);
  for (const char* against : {"lambda", "ablation", "norm"}) {
    ForEachStatistic([&](const std::string& profile, double value) {
      *model.add_correlations() = MakeCorrelation(profile, against, value, options.layers);
    });
  }
  for (capture::v1::LayerOutliers& layer : *data.activations->mutable_outliers()) {
    for (int i = 0; i < 3; ++i) {
      layer.add_top_coordinates(7 * i + layer.layer() / 4);
      layer.add_top_coordinate_shares(0.1 / (i + 1));
      capture::v1::OutlierToken& token = *layer.add_top_tokens();
      token.set_row(i);
      token.set_position(10 * i);
      token.set_share(0.3 / (i + 1));
      token.set_token_id(i);
      token.set_text(i == 0 ? " the" : options.prefix + "\n");
      token.set_text_before(i == 0 ? "" : "some words before");
    }
  }
  data.activations->add_sequence_documents("perlre.pod");
  return data;
}

ReportData MakeTransferData(const MadeReport& options) {
  ReportData data = MakeReportData(options);
  data.comparison.Clear();
  data.arms.clear();
  data.profile.reset();
  data.activations.reset();
  data.reference.reset();
  v1::Correlations& correlations = data.correlations.emplace();
  for (int m = 0; m < options.arms; ++m) {
    v1::ModelCorrelations& model = *correlations.add_models();
    model.set_name(absl::StrCat(options.prefix, "model ", m + 1));
    model.set_layers(options.layers + 2 * m);
    for (int other = 0; other < m; ++other) {
      v1::Transfer& transfer = *correlations.add_transfers();
      transfer.set_first(correlations.models(other).name());
      transfer.set_second(model.name());
      transfer.set_points(options.layers + 2 * other);
      ForEachStatistic([&](const std::string& profile, double value) {
        *transfer.add_profiles() = MakeCorrelation(profile, model.name(), value, transfer.points());
      });
    }
  }
  return data;
}

}  // namespace widthlab::pipeline
