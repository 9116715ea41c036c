#include "services/schedule/core/scaling/fit_scaling.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/numeric/quantile.h"
#include "common/numeric/random_stream.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Fewer draws than this that gave a curve say nothing of an interval.
constexpr size_t kLeastDraws = 20;

// The value with the interval that the finite ones of `draws` give.
FittedValue WithInterval(double value, std::vector<double> draws, double level) {
  draws.erase(std::remove_if(draws.begin(), draws.end(), [](double x) { return !(x == x); }),
              draws.end());
  if (draws.size() < kLeastDraws) return {value, kNone, kNone};
  std::sort(draws.begin(), draws.end());
  return {value, numeric::Quantile(draws, (1 - level) / 2),
          numeric::Quantile(draws, (1 + level) / 2)};
}

// Losses of a model world in which the fitted curve is the truth.
std::vector<double> DrawLosses(const PowerLaw& law, const std::vector<double>& sizes,
                               const std::vector<double>& residuals,
                               numeric::RandomStream& stream) {
  std::vector<double> losses;
  for (double size : sizes) {
    losses.push_back(LossAt(law, size) * (1 + residuals[stream.Below(residuals.size())]));
  }
  return losses;
}

// Relative residuals, widened for the numbers that the fit used up; empty where it used them all.
std::vector<double> Residuals(const PowerLaw& law, const std::vector<double>& sizes,
                              const std::vector<double>& losses, int fitted) {
  const double count = static_cast<double>(sizes.size());
  std::vector<double> residuals;
  if (count <= fitted) return residuals;
  const double widen = std::sqrt(count / (count - fitted));
  double mean = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    residuals.push_back((losses[i] / LossAt(law, sizes[i]) - 1) * widen);
    mean += residuals.back() / count;
  }
  for (double& residual : residuals) residual -= mean;
  return residuals;
}

void Bootstrap(const FamilyRuns& family, const ScalingVariable& variable, const ScalingRules& rules,
               FittedCurve& curve) {
  const int fitted = rules.law.irreducible.has_value() ? 2 : 3;
  const std::vector<double> residuals =
      Residuals(curve.fit.law, variable.sizes, family.losses, fitted);
  if (residuals.empty()) return;
  numeric::RandomStream stream(rules.seed,
                               absl::StrCat("schedule.scaling.", family.name, ".", variable.name));
  for (int draw = 0; draw < rules.draws; ++draw) {
    const std::vector<double> losses = DrawLosses(curve.fit.law, variable.sizes, residuals, stream);
    const bool positive =
        std::all_of(losses.begin(), losses.end(), [](double loss) { return loss > 0; });
    const PowerLawFit fit =
        positive ? FitPowerLaw(variable.sizes, losses, rules.law)
                 : PowerLawFit{.law = {}, .relative_error = 0, .undefined_reason = "loss below 0"};
    curve.draws.push_back(fit.undefined_reason.empty() ? fit.law
                                                       : PowerLaw{kNone, kNone, kNone, 1});
  }
}

FittedValue ValueOf(const FittedCurve& curve, double PowerLaw::* member, double level) {
  if (!curve.fit.undefined_reason.empty()) return {kNone, kNone, kNone};
  std::vector<double> draws;
  for (const PowerLaw& law : curve.draws) draws.push_back(law.*member);
  return WithInterval(curve.fit.law.*member, std::move(draws), level);
}

FittedCurve FitCurve(const FamilyRuns& family, const ScalingVariable& variable,
                     const ScalingRules& rules) {
  FittedCurve curve;
  curve.family = family.name;
  curve.variable = variable.name;
  curve.runs = static_cast<int>(family.losses.size());
  curve.sizes = DistinctSizes(variable.sizes);
  const auto [least, most] = std::minmax_element(family.losses.begin(), family.losses.end());
  curve.least_loss = *least;
  curve.most_loss = *most;
  curve.fit = FitPowerLaw(variable.sizes, family.losses, rules.law);
  if (curve.fit.undefined_reason.empty()) Bootstrap(family, variable, rules, curve);
  curve.irreducible = ValueOf(curve, &PowerLaw::irreducible, rules.level);
  curve.amplitude = ValueOf(curve, &PowerLaw::amplitude, rules.level);
  curve.exponent = ValueOf(curve, &PowerLaw::exponent, rules.level);
  return curve;
}

FittedRatio RatioOf(const FittedCurve& curve, const FittedCurve& base, double loss, double level) {
  FittedRatio out{.family = curve.family,
                  .baseline = base.family,
                  .variable = curve.variable,
                  .loss = loss,
                  .ratio = {kNone, kNone, kNone},
                  .extrapolated = false,
                  .undefined_reason = ""};
  for (const FittedCurve* c : {&base, &curve}) {
    if (!c->fit.undefined_reason.empty()) {
      out.undefined_reason = absl::StrCat(c->family, " has no curve: ", c->fit.undefined_reason);
      return out;
    }
    if (!(loss > c->fit.law.irreducible)) {
      out.undefined_reason = absl::StrCat(c->family, " does not reach it: its irreducible loss is ",
                                          c->fit.law.irreducible);
      return out;
    }
    out.extrapolated = out.extrapolated || loss < c->least_loss || loss > c->most_loss;
  }
  std::vector<double> draws;
  for (size_t i = 0; i < std::min(curve.draws.size(), base.draws.size()); ++i) {
    draws.push_back(SizeAt(curve.draws[i], loss) / SizeAt(base.draws[i], loss));
  }
  out.ratio = WithInterval(SizeAt(curve.fit.law, loss) / SizeAt(base.fit.law, loss),
                           std::move(draws), level);
  return out;
}

// The baseline's loss at its largest size: the mean of its runs there.
double LargestLoss(const FamilyRuns& family, const ScalingVariable& variable) {
  const double most = *std::max_element(variable.sizes.begin(), variable.sizes.end());
  double sum = 0;
  int count = 0;
  for (size_t i = 0; i < variable.sizes.size(); ++i) {
    if (variable.sizes[i] != most) continue;
    sum += family.losses[i];
    ++count;
  }
  return sum / count;
}

bool IsGiven(const ScalingVariable& variable) {
  return !variable.sizes.empty() && variable.sizes[0] != 0;
}

}  // namespace

absl::StatusOr<ScalingFits> FitScaling(const std::vector<FamilyRuns>& families,
                                       const std::vector<double>& losses,
                                       const ScalingRules& rules) {
  RETURN_IF_ERROR(CheckFamilies(families));
  for (size_t i = 0; i < losses.size(); ++i) {
    if (std::isfinite(losses[i]) && losses[i] > 0) continue;
    return InvalidField(absl::StrCat("losses[", i, "]"), absl::StrCat(losses[i]),
                        "finite and above 0");
  }
  ScalingFits fits;
  for (const FamilyRuns& family : families) {
    for (const ScalingVariable& variable : family.variables) {
      if (IsGiven(variable)) fits.curves.push_back(FitCurve(family, variable, rules));
    }
  }
  const FamilyRuns& first = families.front();
  for (const FittedCurve& curve : fits.curves) {
    if (curve.family == first.name) continue;
    for (const ScalingVariable& variable : first.variables) {
      if (!IsGiven(variable) || curve.variable != variable.name) continue;
      const auto base =
          std::find_if(fits.curves.begin(), fits.curves.end(), [&](const FittedCurve& c) {
            return c.family == first.name && c.variable == curve.variable;
          });
      std::vector<double> targets = losses;
      if (targets.empty()) targets.push_back(LargestLoss(first, variable));
      for (double loss : targets) fits.ratios.push_back(RatioOf(curve, *base, loss, rules.level));
    }
  }
  return fits;
}

}  // namespace widthlab::schedule
