#include "services/orchestrator/core/comparison/verdict.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace widthlab::pipeline {
namespace {

constexpr int kFewestSeeds = 3;

v1::Verdict Decide(const v1::PairedDifference& d, const VerdictRule& rule) {
  if (d.differences_size() < kFewestSeeds) return v1::VERDICT_INCONCLUSIVE;
  if (d.adjusted_p() <= rule.alpha && d.mean() != 0) {
    return d.mean() < 0 ? v1::VERDICT_BETTER : v1::VERDICT_WORSE;
  }
  const double widest = std::max(std::fabs(d.interval().low()), std::fabs(d.interval().high()));
  if (rule.negligible_difference.has_value() && widest <= *rule.negligible_difference) {
    return v1::VERDICT_NO_DIFFERENCE;
  }
  return v1::VERDICT_INCONCLUSIVE;
}

// "0.0120 nats below uniform on average".
std::string Size(const v1::PairedDifference& d, const VerdictRule& rule) {
  return absl::StrFormat("%.4f nats %s %s on average", std::fabs(d.mean()),
                         d.mean() <= 0 ? "below" : "above", rule.baseline);
}

std::string Evidence(const v1::PairedDifference& d, const VerdictRule& rule) {
  return absl::StrFormat("%.4g %% interval %.4f to %.4f, Holm-adjusted p = %.3g, %d seeds",
                         100 * (1 - rule.alpha), d.interval().low(), d.interval().high(),
                         d.adjusted_p(), d.differences_size());
}

std::string Explain(v1::Verdict verdict, const v1::PairedDifference& d, const VerdictRule& rule) {
  switch (verdict) {
    case v1::VERDICT_BETTER:
      return absl::StrCat("better: ", Size(d, rule), " (", Evidence(d, rule), ")");
    case v1::VERDICT_WORSE:
      return absl::StrCat("worse: ", Size(d, rule), " (", Evidence(d, rule), ")");
    case v1::VERDICT_NO_DIFFERENCE:
      return absl::StrFormat("no difference beyond %.4g nats (%s)", *rule.negligible_difference,
                             Evidence(d, rule));
    default:
      break;
  }
  if (d.mean() == 0 && !(d.standard_deviation() > 0)) {
    return absl::StrCat("inconclusive: the same loss as ", rule.baseline,
                        " in every seed, as arms of equal widths have");
  }
  if (d.differences_size() < kFewestSeeds) {
    return absl::StrFormat("inconclusive: %s, but %d seed%s cannot tell an effect from chance",
                           Size(d, rule), d.differences_size(),
                           d.differences_size() == 1 ? "" : "s");
  }
  return absl::StrFormat(
      "inconclusive: %s (%s); only an effect of about %.4f nats would have been found",
      Size(d, rule), Evidence(d, rule), d.minimum_detectable_effect_adjusted());
}

}  // namespace

Judgement Judge(const v1::PairedDifference& difference, const VerdictRule& rule) {
  const v1::Verdict verdict = Decide(difference, rule);
  return {verdict, Explain(verdict, difference, rule)};
}

}  // namespace widthlab::pipeline
