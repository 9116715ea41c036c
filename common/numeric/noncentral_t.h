#ifndef WIDTHLAB_COMMON_NUMERIC_NONCENTRAL_T_H_
#define WIDTHLAB_COMMON_NUMERIC_NONCENTRAL_T_H_

namespace widthlab::numeric {

// P(T ≤ t) for the noncentral t distribution: T = (Z + δ)/√(V/ν) with Z standard normal and V
// chi-squared of ν > 0 degrees of freedom, independent. By Lenth's series (Algorithm AS 243,
// Applied Statistics 38, 1989). Absolute error about 1e-12; cost grows with δ², meant for |δ| up to
// some hundreds.
double NoncentralTCdf(double t, double degrees_of_freedom, double noncentrality);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_NONCENTRAL_T_H_
