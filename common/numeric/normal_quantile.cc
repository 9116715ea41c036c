#include "common/numeric/normal_quantile.h"

#include <cmath>
#include <cstring>

#include "common/numeric/exact_log.h"

namespace widthlab::numeric {
namespace {

constexpr double kCentral =
    0.425;  // |p − ½| up to here takes one rational function, without a root

// Coefficients from the constant term upwards: numerator and denominator of the three ranges.
constexpr double kCentralTop[] = {3.3871328727963666080e+0, 1.3314166789178437745e+2,
                                  1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                  4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr double kCentralBottom[] = {1.0,
                                     4.2313330701600911252e+1,
                                     6.8718700749205790830e+2,
                                     5.3941960214247511077e+3,
                                     2.1213794301586595867e+4,
                                     3.9307895800092710610e+4,
                                     2.8729085735721942674e+4,
                                     5.2264952788528545610e+3};
constexpr double kNearTop[] = {1.42343711074968357734e+0, 4.63033784615654529590e+0,
                               5.76949722146069140550e+0, 3.64784832476320460504e+0,
                               1.27045825245236838258e+0, 2.41780725177450611770e-1,
                               2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double kNearBottom[] = {1.0,
                                  2.05319162663775882187e+0,
                                  1.67638483018380384940e+0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
constexpr double kFarTop[] = {6.65790464350110377720e+0, 5.46378491116411436990e+0,
                              1.78482653991729133580e+0, 2.96560571828504891230e-1,
                              2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double kFarBottom[] = {1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};

// c[I] + c[I + 1]·x + …, unrolled so that loops over it vectorise.
template <int I = 0>
double Horner(const double (&c)[8], double x) {
  if constexpr (I == 7) {
    return c[7];
  } else {
    return Horner<I + 1>(c, x) * x + c[I];
  }
}

double Central(double q) {
  const double r = 0.180625 - q * q;
  return q * Horner(kCentralTop, r) / Horner(kCentralBottom, r);
}

// The size of the quantile at tail probability `tail` < 0.075.
double Tail(double tail) {
  const double r = std::sqrt(-ExactLog(tail));
  if (r <= 5) return Horner(kNearTop, r - 1.6) / Horner(kNearBottom, r - 1.6);
  return Horner(kFarTop, r - 5) / Horner(kFarBottom, r - 5);
}

// The middle of the cell that the upper 52 bits name, in (0, 1); exact. The bits become the
// mantissa of a number in [2^52, 2^53), which is a conversion that vectorises.
double UnitFromBits(uint64_t bits) {
  const uint64_t biased = (bits >> 12) | 0x4330000000000000;
  double value;
  std::memcpy(&value, &biased, sizeof value);
  return ((value - 0x1p52) + 0.5) * 0x1p-52;
}

}  // namespace

double NormalQuantile(double p) {
  const double q = p - 0.5;
  if (std::fabs(q) <= kCentral) return Central(q);
  return q < 0 ? -Tail(p) : Tail(1 - p);
}

double NormalFromBits(uint64_t bits) { return NormalQuantile(UnitFromBits(bits)); }

void NormalsFromBits(absl::Span<const uint64_t> bits, absl::Span<double> out) {
  for (size_t i = 0; i < out.size(); ++i) out[i] = Central(UnitFromBits(bits[i]) - 0.5);
  for (size_t i = 0; i < out.size(); ++i) {  // 15 % of all, one by one
    const double p = UnitFromBits(bits[i]);
    if (std::fabs(p - 0.5) > kCentral) out[i] = p < 0.5 ? -Tail(p) : Tail(1 - p);
  }
}

}  // namespace widthlab::numeric
