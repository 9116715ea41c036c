#ifndef WIDTHLAB_COMMON_NUMERIC_DETECTABLE_EFFECT_H_
#define WIDTHLAB_COMMON_NUMERIC_DETECTABLE_EFFECT_H_

namespace widthlab::numeric {

// The power of a two-sided paired t test at level α: the probability of rejecting when the true
// mean difference is `effect` standard deviations of the differences, with n ≥ 2 pairs.
double PairedTPower(double effect, int pairs, double alpha);

// The least mean difference, in standard deviations of the differences, that a two-sided paired t
// test at level α detects with probability `power` (> α). For five pairs at α = 0.05 and power 0.8
// it is 1.68, for ten 1.00. Relative error about 1e-9.
double DetectableEffect(int pairs, double alpha, double power);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_DETECTABLE_EFFECT_H_
