#include "services/schedule/core/scaling/power_law.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/strings/str_cat.h"

namespace widthlab::schedule {
namespace {

constexpr int kGridPoints = 80;
constexpr int kGoldenSteps = 36;
constexpr int kReweightings = 1000;
const double kGolden = (std::sqrt(5.0) - 1) / 2;

// The best E and A for one alpha, and what they lose.
struct Inner {
  double irreducible = 0;
  double amplitude = 0;
  double lost = 0;
};

class Problem {
 public:
  Problem(absl::Span<const double> sizes, absl::Span<const double> losses,
          const PowerLawOptions& options)
      : losses_(losses), options_(options) {
    double sum = 0;
    for (double size : sizes) sum += std::log(size);
    const double mean = sum / static_cast<double>(sizes.size());
    reference_ = std::exp(mean);
    for (double size : sizes) log_ratio_.push_back(std::log(size) - mean);
    shrunk_.resize(sizes.size());
    weight_.resize(sizes.size());
  }

  double reference() const { return reference_; }

  Inner Solve(double alpha) {
    for (size_t i = 0; i < shrunk_.size(); ++i) shrunk_[i] = std::exp(-alpha * log_ratio_[i]);
    std::fill(weight_.begin(), weight_.end(), 1.0);
    Inner best;
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kReweightings; ++i) {
      SolveWeighted(best);
      best.lost = Reweight(best);
      if (i > 0 && before - best.lost <= 1e-10 * before) break;
      before = best.lost;
    }
    return best;
  }

 private:
  // Least squares of (E + A s_i - L_i) / L_i. Where E or A would be negative, the best at 0.
  void SolveWeighted(Inner& out) const {
    double s11 = 0, s1s = 0, sss = 0, s1l = 0, ssl = 0;
    for (size_t i = 0; i < shrunk_.size(); ++i) {
      const double w = weight_[i] / (losses_[i] * losses_[i]);
      s11 += w;
      s1s += w * shrunk_[i];
      sss += w * shrunk_[i] * shrunk_[i];
      s1l += w * losses_[i];
      ssl += w * shrunk_[i] * losses_[i];
    }
    if (options_.irreducible.has_value()) {
      out.irreducible = *options_.irreducible;
      out.amplitude = (ssl - out.irreducible * s1s) / sss;
    } else {
      const double determinant = s11 * sss - s1s * s1s;
      out.irreducible = determinant > 0 ? (s1l * sss - ssl * s1s) / determinant : s1l / s11;
      out.amplitude = determinant > 0 ? (ssl * s11 - s1l * s1s) / determinant : 0;
      if (out.irreducible < 0) {
        out.irreducible = 0;
        out.amplitude = ssl / sss;
      }
    }
    if (out.amplitude < 0) {
      out.amplitude = 0;
      if (!options_.irreducible.has_value()) out.irreducible = s1l / s11;
    }
  }

  // Huber's loss, and the weights of the next round.
  double Reweight(const Inner& at) {
    const double delta = options_.huber_delta;
    double lost = 0;
    for (size_t i = 0; i < shrunk_.size(); ++i) {
      const double error = std::fabs((at.irreducible + at.amplitude * shrunk_[i]) / losses_[i] - 1);
      lost += error <= delta ? error * error / 2 : delta * (error - delta / 2);
      weight_[i] = error <= delta ? 1 : delta / error;
    }
    return lost;
  }

  absl::Span<const double> losses_;
  const PowerLawOptions& options_;
  double reference_ = 1;
  std::vector<double> log_ratio_;  // log(x / x0)
  std::vector<double> shrunk_;     // (x / x0)^-alpha
  std::vector<double> weight_;
};

double GridAlpha(int point) {
  const double share = static_cast<double>(point) / (kGridPoints - 1);
  return kLeastExponent * std::pow(kMostExponent / kLeastExponent, share);
}

// Where the loss is least between two grid points.
double GoldenSection(Problem& problem, double low, double high) {
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double left_lost = problem.Solve(left).lost, right_lost = problem.Solve(right).lost;
  for (int i = 0; i < kGoldenSteps && high - low > 1e-12 * high; ++i) {
    if (left_lost <= right_lost) {
      high = right;
      right = left;
      right_lost = left_lost;
      left = high - kGolden * (high - low);
      left_lost = problem.Solve(left).lost;
    } else {
      low = left;
      left = right;
      left_lost = right_lost;
      right = low + kGolden * (high - low);
      right_lost = problem.Solve(right).lost;
    }
  }
  return left_lost <= right_lost ? left : right;
}

// Why there is no curve before any is fitted; empty where there may be one.
std::string Unfit(absl::Span<const double> sizes, absl::Span<const double> losses,
                  const PowerLawOptions& options) {
  const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
  if (*least == *most) return "all losses are equal, so that no curve falls through them";
  if (options.irreducible.has_value() && *options.irreducible >= *least) {
    return absl::StrCat("the irreducible loss given (", *options.irreducible,
                        ") is not below the least loss (", *least, ")");
  }
  double mean_size = 0, mean_loss = 0, slope = 0;
  const double count = static_cast<double>(sizes.size());
  for (double size : sizes) mean_size += std::log(size) / count;
  for (double loss : losses) mean_loss += loss / count;
  for (size_t i = 0; i < sizes.size(); ++i) {
    slope += (std::log(sizes[i]) - mean_size) * (losses[i] - mean_loss);
  }
  return slope < 0 ? "" : "the losses do not fall as the models grow";
}

double RelativeError(const PowerLaw& law, absl::Span<const double> sizes,
                     absl::Span<const double> losses) {
  double squares = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const double error = LossAt(law, sizes[i]) / losses[i] - 1;
    squares += error * error;
  }
  return std::sqrt(squares / static_cast<double>(sizes.size()));
}

}  // namespace

double LossAt(const PowerLaw& law, double size) {
  return law.irreducible + law.amplitude * std::pow(size / law.reference, -law.exponent);
}

double SizeAt(const PowerLaw& law, double loss) {
  if (!(loss > law.irreducible)) return std::numeric_limits<double>::quiet_NaN();
  return law.reference * std::pow((loss - law.irreducible) / law.amplitude, -1 / law.exponent);
}

PowerLawFit FitPowerLaw(absl::Span<const double> sizes, absl::Span<const double> losses,
                        const PowerLawOptions& options) {
  PowerLawFit fit;
  fit.undefined_reason = Unfit(sizes, losses, options);
  if (!fit.undefined_reason.empty()) return fit;
  Problem problem(sizes, losses, options);
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int point = 0; point < kGridPoints; ++point) {
    const double lost = problem.Solve(GridAlpha(point)).lost;
    if (lost < least) {
      least = lost;
      best = point;
    }
  }
  const double alpha = GoldenSection(problem, GridAlpha(std::max(0, best - 1)),
                                     GridAlpha(std::min(kGridPoints - 1, best + 1)));
  const Inner inner = problem.Solve(alpha);
  fit.law = {inner.irreducible, inner.amplitude, alpha, problem.reference()};
  fit.relative_error = RelativeError(fit.law, sizes, losses);
  if (best == 0 || best == kGridPoints - 1 || inner.amplitude == 0) {
    fit.undefined_reason = absl::StrCat(
        "the runs do not determine the exponent: it would be at an end of [", kLeastExponent, ", ",
        kMostExponent, "]; more sizes, or a known irreducible loss, would");
  }
  return fit;
}

}  // namespace widthlab::schedule
