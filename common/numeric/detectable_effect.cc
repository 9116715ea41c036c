#include "common/numeric/detectable_effect.h"

#include <cmath>
#include <limits>

#include "common/numeric/noncentral_t.h"
#include "common/numeric/student_t.h"

namespace widthlab::numeric {

double PairedTPower(double effect, int pairs, double alpha) {
  const double nu = pairs - 1;
  const double critical = StudentTQuantile(1 - alpha / 2, nu);
  const double delta = effect * std::sqrt(static_cast<double>(pairs));
  return NoncentralTCdf(-critical, nu, delta) + 1 - NoncentralTCdf(critical, nu, delta);
}

double DetectableEffect(int pairs, double alpha, double power) {
  if (pairs < 2 || !(alpha > 0) || !(alpha < power) || !(power < 1)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double low = 0;
  double high = 1;
  while (PairedTPower(high, pairs, alpha) < power) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-10 * high) {
    const double middle = low + (high - low) / 2;
    (PairedTPower(middle, pairs, alpha) < power ? low : high) = middle;
  }
  return high;
}

}  // namespace widthlab::numeric
