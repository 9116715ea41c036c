#include "services/schedule/core/families/hourglass.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr int kHalvings = 200;

// The turning layer, counted from 1.
int64_t TurningLayer(const Hourglass& h) {
  return static_cast<int64_t>(std::floor(h.turn * static_cast<double>(h.layers) + 0.5));
}

absl::Status Check(const Hourglass& h) {
  if (h.layers < 3) {
    return InvalidField("layers", absl::StrCat(h.layers),
                        "at least 3: an hourglass needs a layer between its ends");
  }
  if (!(h.ratio > 0 && h.ratio < 1)) {
    return InvalidField("ratio", absl::StrCat(h.ratio), "in (0, 1)");
  }
  const int64_t turning = TurningLayer(h);
  if (!(h.turn > 0 && h.turn < 1) || turning < 2 || turning > h.layers - 1) {
    return InvalidField(
        "turn", absl::StrCat(h.turn),
        absl::StrCat("such that floor(turn * ", h.layers, " + 1/2) is in [2, ", h.layers - 1, "]"));
  }
  if (h.quantum < 1 || static_cast<double>(h.quantum) > h.ratio * 1.5 * h.hidden_size) {
    return InvalidField("quantum", absl::StrCat(h.quantum),
                        absl::StrCat("in [1, ", 1.5 * h.ratio * h.hidden_size,
                                     "], so that the least width is not rounded to 0"));
  }
  return absl::OkStatus();
}

// Parameters of a layer of width 1: attention, and three matrices of the FFN.
double LayerWeight(const Hourglass& h) { return 2 + 2 * h.kv_share + 3 * h.ffn_ratio; }

// Parameters that depend on the widths: 16 w^2 a layer (16 d w with a fixed residual stream), less
// what has no effect.
double Parameters(const Hourglass& h, const std::vector<double>& w) {
  const double d = static_cast<double>(h.hidden_size);
  double total = 0;
  for (double width : w) total += LayerWeight(h) * width * (h.fixed_residual ? d : width);
  if (!h.match_effective || h.fixed_residual) return total;
  return total - (1 + 2 * h.kv_share) * w.front() * std::max(0.0, w.front() - d) -
         h.ffn_ratio * w.back() * std::max(0.0, w.back() - d);
}

// Widths as multiples of d_1 for a given a-.
std::vector<double> GeometricShape(const Hourglass& h, double shrink) {
  const int64_t turning = TurningLayer(h);
  const double rise = static_cast<double>(turning - 1) / static_cast<double>(h.layers - turning);
  const double grow = h.symmetric ? std::pow(shrink, -rise) : 1 / shrink;
  std::vector<double> shape(static_cast<size_t>(h.layers));
  for (int64_t l = 1; l <= h.layers; ++l) {
    shape[l - 1] = l <= turning ? std::pow(shrink, static_cast<double>(l - 1))
                                : std::pow(shrink, static_cast<double>(turning - 1)) *
                                      std::pow(grow, static_cast<double>(l - turning));
  }
  return shape;
}

// Straight from d_1 to the least width and back.
std::vector<double> ArithmeticWidths(const Hourglass& h, double first) {
  const double least = h.ratio * static_cast<double>(h.hidden_size);
  const int64_t turning = TurningLayer(h);
  std::vector<double> w(static_cast<size_t>(h.layers));
  for (int64_t l = 1; l <= h.layers; ++l) {
    const double down = static_cast<double>(turning - l) / static_cast<double>(turning - 1);
    const double up = static_cast<double>(l - turning) / static_cast<double>(h.layers - turning);
    w[l - 1] = least + (first - least) * (l <= turning ? down : up);
  }
  return w;
}

std::vector<double> Scaled(std::vector<double> shape, double factor) {
  for (double& s : shape) s *= factor;
  return shape;
}

// The point in [low, high] at which `too_high` turns from false to true.
template <typename Predicate>
double Bisect(double low, double high, Predicate too_high) {
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    (too_high(middle) ? high : low) = middle;
  }
  return low + (high - low) / 2;
}

double Budget(const Hourglass& h) {
  const double d = static_cast<double>(h.hidden_size);
  return LayerWeight(h) * static_cast<double>(h.layers) * d * d;
}

// The d_1 that meets the budget. No layer alone can be wider than sqrt(L) d times the share of
// weights that count, which is above 1/4 (9/16 at the published ratios); with a fixed residual
// stream, than L d.
template <typename WidthsFor>
double FirstWidth(const Hourglass& h, WidthsFor widths_for) {
  const double layers = static_cast<double>(h.layers);
  const double most = (h.fixed_residual ? layers : 2 * std::sqrt(layers)) * h.hidden_size;
  return Bisect(0, most,
                [&](double first) { return Parameters(h, widths_for(first)) > Budget(h); });
}

std::vector<double> GeometricWidths(const Hourglass& h) {
  const double least = h.ratio * static_cast<double>(h.hidden_size);
  const auto first_for = [&](const std::vector<double>& shape) {
    return FirstWidth(h, [&](double first) { return Scaled(shape, first); });
  };
  // The least width grows with a-, from 0 to the mean width at a- = 1.
  const double shrink = Bisect(0, 1, [&](double a) {
    const std::vector<double> shape = GeometricShape(h, a);
    return first_for(shape) * *std::min_element(shape.begin(), shape.end()) > least;
  });
  const std::vector<double> shape = GeometricShape(h, shrink);
  return Scaled(shape, std::nearbyint(first_for(shape)));
}

}  // namespace

absl::StatusOr<std::vector<int64_t>> HourglassWidths(const Hourglass& hourglass) {
  RETURN_IF_ERROR(Check(hourglass));
  std::vector<double> real;
  if (hourglass.curve == HourglassCurve::kGeometric) {
    real = GeometricWidths(hourglass);
  } else {
    const auto widths_for = [&](double first) { return ArithmeticWidths(hourglass, first); };
    real = widths_for(std::nearbyint(FirstWidth(hourglass, widths_for)));
  }
  std::vector<int64_t> widths;
  for (double w : real) {
    // nearbyint rounds ties to even, as the published code does.
    widths.push_back(hourglass.quantum * static_cast<int64_t>(std::nearbyint(
                                             w / static_cast<double>(hourglass.quantum))));
  }
  return widths;
}

}  // namespace widthlab::schedule
