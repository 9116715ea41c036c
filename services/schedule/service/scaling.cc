#include "services/schedule/service/scaling.h"

#include <vector>

#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/scaling/fit_scaling.h"

namespace widthlab::schedule {
namespace {

FamilyRuns RunsOf(const v1::ScalingFamily& family) {
  FamilyRuns out{
      .name = family.name(),
      .variables = {{"parameters", {}}, {"training_flops", {}}, {"kv_bytes_per_token", {}}},
      .losses = {}};
  for (const v1::ScalingRun& run : family.runs()) {
    out.variables[0].sizes.push_back(run.parameters());
    out.variables[1].sizes.push_back(run.training_flops());
    out.variables[2].sizes.push_back(run.kv_bytes_per_token());
    out.losses.push_back(run.loss());
  }
  return out;
}

ScalingRules RulesOf(const v1::ScalingOptions& options) {
  ScalingRules rules{.law = {.huber_delta = options.huber_delta()},
                     .draws = options.draws(),
                     .level = options.level(),
                     .seed = options.seed()};
  if (options.has_irreducible_loss()) rules.law.irreducible = options.irreducible_loss();
  return rules;
}

void Set(const FittedValue& value, v1::ScalingValue& out) {
  out.set_value(value.value);
  out.set_low(value.low);
  out.set_high(value.high);
}

v1::ScalingCurve CurveProto(const FittedCurve& curve) {
  v1::ScalingCurve out;
  out.set_family(curve.family);
  out.set_variable(curve.variable);
  Set(curve.irreducible, *out.mutable_irreducible_loss());
  Set(curve.amplitude, *out.mutable_amplitude());
  Set(curve.exponent, *out.mutable_exponent());
  out.set_reference(curve.fit.law.reference);
  out.set_relative_error(curve.fit.relative_error);
  out.set_runs(curve.runs);
  out.set_sizes(curve.sizes);
  int draws = 0;
  for (const PowerLaw& law : curve.draws) draws += law.exponent == law.exponent ? 1 : 0;
  out.set_draws(draws);
  out.set_undefined_reason(curve.fit.undefined_reason);
  return out;
}

v1::ScalingRatio RatioProto(const FittedRatio& ratio) {
  v1::ScalingRatio out;
  out.set_family(ratio.family);
  out.set_baseline(ratio.baseline);
  out.set_variable(ratio.variable);
  out.set_loss(ratio.loss);
  Set(ratio.ratio, *out.mutable_ratio());
  out.set_extrapolated(ratio.extrapolated);
  out.set_undefined_reason(ratio.undefined_reason);
  return out;
}

}  // namespace

absl::StatusOr<v1::ScalingLawFits> FitScalingLaw(const v1::FitScalingLawRequest& request) {
  v1::ScalingLawFits response;
  v1::ScalingOptions& options = *response.mutable_resolved_options();
  options = request.options();
  RETURN_IF_ERROR(UnderField(spec::Resolve(options), "options"));
  std::vector<FamilyRuns> families;
  for (const v1::ScalingFamily& family : request.families()) families.push_back(RunsOf(family));
  ASSIGN_OR_RETURN(
      const ScalingFits fits,
      FitScaling(families, {request.losses().begin(), request.losses().end()}, RulesOf(options)));
  for (const FittedCurve& curve : fits.curves) *response.add_curves() = CurveProto(curve);
  for (const FittedRatio& ratio : fits.ratios) *response.add_ratios() = RatioProto(ratio);
  return response;
}

}  // namespace widthlab::schedule
