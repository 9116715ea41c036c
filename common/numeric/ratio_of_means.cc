#include "common/numeric/ratio_of_means.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "common/numeric/moments.h"
#include "common/numeric/student_t.h"

namespace widthlab::numeric {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kUpperTail = 0.975;

// Of the two means.
double Covariance(absl::Span<const double> y, absl::Span<const double> x) {
  const double y_mean = Mean(y), x_mean = Mean(x);
  const auto n = static_cast<double>(x.size());
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += (y[i] - y_mean) * (x[i] - x_mean);
  return sum / (n - 1) / n;
}

}  // namespace

RatioInterval RatioOfMeans(absl::Span<const double> y, absl::Span<const double> x) {
  const double a = Mean(y), b = Mean(x);
  RatioInterval result = {b == 0 ? kNaN : a / b, kNaN, kNaN};
  if (x.size() < 2 || b == 0) return result;
  const double t = StudentTQuantile(kUpperTail, static_cast<double>(x.size() - 1));
  // Roots of (a − r·b)² = t²·(v_yy − 2·r·v_xy + r²·v_xx), as p·r² − 2·q·r + s = 0.
  const double square = t * t;
  const double p = b * b - square * Covariance(x, x);
  if (!(p > 0)) return result;
  const double q = a * b - square * Covariance(y, x);
  const double s = a * a - square * Covariance(y, y);
  const double half = std::sqrt(std::max(0.0, q * q - p * s)) / p;
  result.low = q / p - half;
  result.high = q / p + half;
  return result;
}

}  // namespace widthlab::numeric
