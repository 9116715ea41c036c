#ifndef COMMON_NUMERIC_INCOMPLETE_GAMMA_H_
#define COMMON_NUMERIC_INCOMPLETE_GAMMA_H_

namespace widthlab::numeric {

// The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 − P(a, x), for a > 0 and
// x ≥ 0: the power series (DLMF 8.11.4) below a + 1, the continued fraction (DLMF 8.9.2) above.
// Each keeps its digits in its own tail. Relative error about 1e-13 for a up to 10^4. NaN outside
// the domain.
double LowerIncompleteGamma(double a, double x);
double UpperIncompleteGamma(double a, double x);

}  // namespace widthlab::numeric

#endif  // COMMON_NUMERIC_INCOMPLETE_GAMMA_H_
