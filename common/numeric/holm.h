#ifndef WIDTHLAB_COMMON_NUMERIC_HOLM_H_
#define WIDTHLAB_COMMON_NUMERIC_HOLM_H_

#include <vector>

#include "absl/types/span.h"

namespace widthlab::numeric {

// Holm's step-down adjustment (1979) of a family of p-values, in the order given: with the sorted
// p_(1) ≤ … ≤ p_(m) the i-th becomes max over j ≤ i of min(1, (m − j + 1)·p_(j)). Rejecting where
// the result is ≤ α keeps the family-wise error at α, whatever the dependence.
std::vector<double> HolmAdjust(absl::Span<const double> p_values);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_HOLM_H_
