#ifndef COMMON_NUMERIC_CHI_SQUARED_H_
#define COMMON_NUMERIC_CHI_SQUARED_H_

namespace widthlab::numeric {

// The chi-squared distribution with ν > 0 degrees of freedom. Relative error about 1e-12.
//
//   // 95 % interval of a standard deviation s that was estimated from n normal values.
//   double low = s * std::sqrt((n - 1) / ChiSquaredQuantile(0.975, n - 1));
//   double high = s * std::sqrt((n - 1) / ChiSquaredQuantile(0.025, n - 1));

// P(X ≤ x); 0 for x ≤ 0.
double ChiSquaredCdf(double x, double degrees_of_freedom);

// The x with P(X ≤ x) = p, 0 < p < 1. NaN outside.
double ChiSquaredQuantile(double p, double degrees_of_freedom);

}  // namespace widthlab::numeric

#endif  // COMMON_NUMERIC_CHI_SQUARED_H_
