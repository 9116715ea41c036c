#include "common/figure/scale.h"

#include <algorithm>
#include <cmath>

#include "common/figure/number_text.h"

namespace widthlab::figure {
namespace {

constexpr int kTicks = 6;
constexpr int kFewTicks = 4;

}  // namespace

double RoundStep(double low, double high, int count) {
  const double rough = (high - low) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * 1.0000001) return factor * power;
  }
  return 10 * power;
}

Scale Scale::Linear(double low, double high, PixelRange pixels, bool whole) {
  if (!(high > low)) {
    const double room = low == 0 ? 1 : 0.1 * std::abs(low);
    low -= room;
    high += room;
  }
  Scale scale(low, high, pixels, /*logarithmic=*/false);
  double step = RoundStep(low, high, kTicks);
  if (whole) step = std::max(step, 1.0);
  const double slack = 1e-9 * step;
  for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) {
    scale.ticks_.push_back({k * step, TickText(k * step, step)});
  }
  return scale;
}

Scale Scale::Logarithmic(double low, double high, PixelRange pixels) {
  if (!(high > low)) {
    low /= 2;
    high *= 2;
  }
  Scale scale(low, high, pixels, /*logarithmic=*/true);
  const double first = std::floor(std::log10(low));
  const double last = std::floor(std::log10(high));
  const double stride = std::max(1.0, std::ceil((last - first) / 8));
  const bool few = last - first < kFewTicks;
  for (double p = first; p <= last; p += stride) {
    for (double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, p);
      if (factor > 1 && !few) break;
      if (scale.Contains(value)) scale.ticks_.push_back({value, TickText(value, value)});
    }
  }
  return scale;
}

double Scale::At(double value) const {
  const double share = logarithmic_ ? std::log(value / low_) / std::log(high_ / low_)
                                    : (value - low_) / (high_ - low_);
  return pixels_.from + share * (pixels_.to - pixels_.from);
}

}  // namespace widthlab::figure
