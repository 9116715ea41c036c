#include "services/orchestrator/core/report/summary.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "services/orchestrator/core/report/html.h"

namespace widthlab::pipeline {
namespace {

using v1::ArmComparison;
using v1::Comparison;

constexpr int kFewestSeeds = 3;
// Largest difference in parameters that is still called equal.
constexpr double kEqualShare = 0.005;
// Fewer tokens per parameter than this are said to be few.
constexpr double kFewTokensPerParameter = 20;

bool Lower(const ArmComparison& a, const ArmComparison& b) {
  if (std::isnan(b.mean_validation_loss())) return !std::isnan(a.mean_validation_loss());
  return a.mean_validation_loss() < b.mean_validation_loss();
}

// The arm of lowest mean loss among those that `counts` takes; null where there is none.
template <typename Counts>
const ArmComparison* Lowest(const Comparison& comparison, Counts counts) {
  const ArmComparison* lowest = nullptr;
  for (const ArmComparison& arm : comparison.arms()) {
    if (counts(arm) && (lowest == nullptr || Lower(arm, *lowest))) lowest = &arm;
  }
  return lowest;
}

int CountOf(const Comparison& comparison, v1::Verdict verdict) {
  return static_cast<int>(
      std::count_if(comparison.arms().begin(), comparison.arms().end(),
                    [&](const ArmComparison& arm) { return arm.verdict() == verdict; }));
}

std::string Count(int count, const std::string& noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string Nats(double loss) { return absl::StrCat(FormatNumber(loss, 4), " nats"); }

// "0.0124 lower".
std::string Signed(double difference) {
  return absl::StrCat(FormatNumber(std::fabs(difference), 4),
                      difference <= 0 ? " lower" : " higher");
}

// What the summary is about: the comparison and the arm that its lines speak of.
struct Subject {
  const Comparison& comparison;
  const ArmComparison& baseline;
  // The best arm that was found better; else, of those beside the baseline, that of lowest loss.
  const ArmComparison& arm;
  const ArmComparison& lowest;
  int others;
  int better;
  int worse;
  int equal;
};

std::string Headline(const Subject& s) {
  const std::string& baseline = s.baseline.name();
  if (s.better == 1) return absl::StrCat(s.arm.name(), " beats ", baseline);
  if (s.better > 1) {
    return absl::StrCat(Count(s.better, "arm"), " beat ", baseline, "; ", s.arm.name(), " by most");
  }
  if (s.worse == s.others) {
    return absl::StrCat(baseline, ", the baseline, beats ",
                        s.others == 1 ? s.arm.name() : "every other arm");
  }
  if (s.equal + s.worse == s.others) {
    return absl::StrCat("No arm beats ", baseline, ": the rest differs too little to matter");
  }
  return absl::StrCat("Inconclusive: no arm is shown to beat ", baseline);
}

v1::Verdict HeadlineVerdict(const Subject& s) {
  if (s.better > 0) return v1::VERDICT_BETTER;
  if (s.worse == s.others) return v1::VERDICT_WORSE;
  if (s.equal + s.worse == s.others) return v1::VERDICT_NO_DIFFERENCE;
  return v1::VERDICT_INCONCLUSIVE;
}

std::string WhichWon(const Subject& s) {
  const std::string all = Count(s.comparison.arms_size(), "arm");
  const std::string& baseline = s.baseline.name();
  if (s.better > 0) {
    std::string text = absl::StrCat(s.arm.name(), ": better than ", baseline, ", the baseline");
    if (&s.lowest == &s.arm) return absl::StrCat(text, ", and the lowest loss of ", all, ".");
    return absl::StrCat(text, ". (", s.lowest.name(),
                        " has a lower mean loss, but not shown to be more than chance.)");
  }
  if (s.worse == s.others) {
    return absl::StrCat(baseline, ", the baseline: the others are worse.");
  }
  if (&s.lowest == &s.baseline) {
    return absl::StrCat(
        "None is shown to. ", baseline, ", the baseline, has the lowest mean loss of ", all, " (",
        Nats(s.baseline.mean_validation_loss()), "), but not all are shown to be worse.");
  }
  return absl::StrCat("None is shown to. ", s.lowest.name(), " has the lowest mean loss of ", all,
                      " (", Nats(s.lowest.mean_validation_loss()), "; ", baseline,
                      ", the baseline, has ", Nats(s.baseline.mean_validation_loss()), ").");
}

std::string HowMuch(const Subject& s) {
  const v1::PairedDifference& d = s.arm.difference();
  if (!std::isfinite(d.mean())) return "Not defined: a loss is not a number.";
  std::string text = absl::StrFormat("The loss of %s is %s nats per token %s than that of %s",
                                     s.arm.name(), FormatNumber(std::fabs(d.mean()), 4),
                                     d.mean() <= 0 ? "lower" : "higher", s.baseline.name());
  const double share = 100 * std::fabs(d.mean()) / s.baseline.mean_validation_loss();
  if (std::isfinite(share)) absl::StrAppend(&text, " (", FormatShort(share), " %)");
  if (!std::isfinite(d.interval().low()) || !std::isfinite(d.interval().high())) {
    return absl::StrCat(text, "; no interval, which takes at least two seeds.");
  }
  return absl::StrFormat("%s; %.4g %% interval from %s to %s.", text,
                         100 * (1 - s.comparison.alpha()), Signed(d.interval().low()),
                         Signed(d.interval().high()));
}

std::string Evidence(const Subject& s) {
  const v1::PairedDifference& d = s.arm.difference();
  return absl::StrFormat("p = %.2g after Holm's adjustment for %s, limit %.3g", d.adjusted_p(),
                         Count(s.others, "comparison"), s.comparison.alpha());
}

std::string BelieveIt(const Subject& s) {
  const v1::PairedDifference& d = s.arm.difference();
  const int seeds = d.differences_size();
  switch (s.arm.verdict()) {
    case v1::VERDICT_BETTER:
      return absl::StrFormat("Yes: chance alone seldom gives this (%s). It was better in %d of %s.",
                             Evidence(s), d.better_count(), Count(seeds, "seed"));
    case v1::VERDICT_WORSE:
      return absl::StrFormat("Yes: %s is worse beyond chance (%s).", s.arm.name(), Evidence(s));
    case v1::VERDICT_NO_DIFFERENCE:
      return absl::StrFormat(
          "Yes: the whole interval lies within %.4g nats, which was set beforehand as too little "
          "to matter.",
          s.comparison.negligible_difference());
    default:
      break;
  }
  if (seeds < kFewestSeeds) {
    return absl::StrCat("No: ", Count(seeds, "seed"),
                        " cannot tell an effect from chance. It takes at least three.");
  }
  if (d.mean() == 0 && !(d.standard_deviation() > 0)) {
    return "No: the loss is the same in every seed, as arms of equal widths have.";
  }
  if (!std::isfinite(d.mean())) return "No: a loss is not a number.";
  return absl::StrCat("Not yet: a difference like this can be chance (", Evidence(s), ").");
}

std::string HowSure(const Subject& s) {
  const int seeds = s.comparison.seeds_size();
  const double effect = s.arm.difference().minimum_detectable_effect_adjusted();
  if (!std::isfinite(effect) || !(effect > 0)) {
    return absl::StrCat(Count(seeds, "seed"), seeds == 1 ? "" : " each",
                        ": how large an effect would have been found cannot be said.");
  }
  return absl::StrFormat(
      "%s each. Of %s a true difference of %.4f nats would be found in 80 %% of such runs; a "
      "smaller one in fewer.",
      Count(seeds, "seed"), s.arm.name(), effect);
}

// The arm whose parameters are furthest from the baseline's, as a share of them.
std::pair<const ArmComparison*, double> Furthest(const Subject& s) {
  const double base = static_cast<double>(s.baseline.accounts().total_parameters());
  std::pair<const ArmComparison*, double> furthest = {&s.baseline, 0};
  for (const ArmComparison& arm : s.comparison.arms()) {
    const double share = static_cast<double>(arm.accounts().total_parameters()) / base - 1;
    if (std::fabs(share) > std::fabs(furthest.second)) furthest = {&arm, share};
  }
  return furthest;
}

// 0 where either is not known.
double TokensPerParameter(const ArmComparison& arm) {
  const int64_t parameters = arm.accounts().total_parameters();
  return parameters > 0 ? static_cast<double>(arm.training_tokens()) / parameters : 0;
}

// How large the runs were; empty where that is not known.
std::string HowLarge(const Subject& s, const Setting& setting) {
  const double ratio = TokensPerParameter(s.baseline);
  if (!(ratio > 0)) return "";
  return absl::StrCat(
      s.baseline.name(), " has ", FormatCount(s.baseline.accounts().total_parameters()),
      " parameters; each of its runs reads ", FormatCount(s.baseline.training_tokens()), " tokens",
      setting.steps > 0 ? absl::StrCat(" in ", Count(setting.steps, "step")) : "",
      setting.text.empty() ? "" : absl::StrCat(" from the text ", setting.text), ", ",
      FormatShort(ratio), " per parameter.");
}

std::string ButSmall(const Subject& s) {
  const double ratio = TokensPerParameter(s.baseline);
  if (!(ratio > 0) || ratio >= kFewTokensPerParameter) return "";
  return absl::StrCat(" But small: ", FormatShort(ratio), " tokens per parameter.");
}

std::string WasItFair(const Subject& s) {
  const auto& arms = s.comparison.arms();
  const bool known = std::all_of(arms.begin(), arms.end(), [](const ArmComparison& arm) {
    return arm.accounts().total_parameters() > 0;
  });
  if (!known) return "Unknown: these results came without parameter counts.";
  const bool same_tokens = std::all_of(arms.begin(), arms.end(), [&](const ArmComparison& arm) {
    return arm.training_tokens() == s.baseline.training_tokens();
  });
  const std::string few = std::fabs(Furthest(s).second) <= kEqualShare ? ButSmall(s) : "";
  const std::string tokens =
      same_tokens ? absl::StrCat("; all read ", FormatCount(s.baseline.training_tokens()),
                                 " tokens, in the same order for the same seed.", few)
                  : "; but they read different numbers of tokens.";
  const std::string size = FormatCount(s.baseline.accounts().total_parameters());
  const auto [arm, share] = Furthest(s);
  if (share == 0) {
    return absl::StrCat(same_tokens ? "Yes" : "No", ": every arm has ", size, " parameters",
                        tokens);
  }
  if (std::fabs(share) <= kEqualShare) {
    return absl::StrCat(same_tokens ? "Yes" : "No", ": parameters are equal within ",
                        FormatShort(100 * std::fabs(share)), " % (the baseline has ", size, ")",
                        tokens);
  }
  return absl::StrCat("No: ", arm->name(), " has ", FormatShort(100 * std::fabs(share)), " % ",
                      share > 0 ? "more" : "fewer", " parameters than the baseline's ", size,
                      tokens);
}

Summary OfOneArm(const Comparison& comparison) {
  Summary summary{.verdict = v1::VERDICT_BASELINE, .headline = "Nothing to compare"};
  if (comparison.arms().empty()) return summary;
  const ArmComparison& arm = comparison.arms(0);
  summary.headline = absl::StrCat("One arm, ", arm.name(), ": nothing to compare");
  summary.lines = {{"Its loss", absl::StrCat(Nats(arm.mean_validation_loss()),
                                             " per token on held-out text, mean over ",
                                             Count(comparison.seeds_size(), "seed"), ".")}};
  return summary;
}

}  // namespace

Summary Summarise(const Comparison& comparison, const Setting& setting) {
  const ArmComparison* const better = Lowest(
      comparison, [](const ArmComparison& arm) { return arm.verdict() == v1::VERDICT_BETTER; });
  const ArmComparison* const other =
      Lowest(comparison, [](const ArmComparison& arm) { return arm.has_difference(); });
  if (other == nullptr) return OfOneArm(comparison);
  const ArmComparison* const lowest = Lowest(comparison, [](const ArmComparison&) { return true; });
  const Subject subject{.comparison = comparison,
                        .baseline = comparison.arms(0),
                        .arm = better != nullptr ? *better : *other,
                        .lowest = *lowest,
                        .others = comparison.arms_size() - 1,
                        .better = CountOf(comparison, v1::VERDICT_BETTER),
                        .worse = CountOf(comparison, v1::VERDICT_WORSE),
                        .equal = CountOf(comparison, v1::VERDICT_NO_DIFFERENCE)};
  Summary summary{.verdict = HeadlineVerdict(subject),
                  .headline = Headline(subject),
                  .lines = {{"Which won?", WhichWon(subject)},
                            {"By how much?", HowMuch(subject)},
                            {"Believe it?", BelieveIt(subject)},
                            {"What could be seen?", HowSure(subject)},
                            {"Was it fair?", WasItFair(subject)}}};
  const std::string large = HowLarge(subject, setting);
  if (!large.empty()) summary.lines.push_back({"How large was it?", large});
  return summary;
}

}  // namespace widthlab::pipeline
