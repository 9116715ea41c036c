#ifndef WIDTHLAB_COMMON_NUMERIC_INCOMPLETE_BETA_H_
#define WIDTHLAB_COMMON_NUMERIC_INCOMPLETE_BETA_H_

namespace widthlab::numeric {

// The regularised incomplete beta function I_x(a, b), for a, b > 0 and 0 ≤ x ≤ 1, by its continued
// fraction (DLMF 8.17.22) with Lentz's algorithm, on the side of the mean where it converges fast.
// Relative error about 1e-13 for a, b up to 10^4. NaN outside the domain.
double IncompleteBeta(double a, double b, double x);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_INCOMPLETE_BETA_H_
