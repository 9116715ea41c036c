#ifndef WIDTHLAB_COMMON_NUMERIC_PAIRWISE_SUM_H_
#define WIDTHLAB_COMMON_NUMERIC_PAIRWISE_SUM_H_

#include "absl/types/span.h"

namespace widthlab::numeric {

// The sum of `values`, halved until 32 are left, which are added from left to right. The order
// depends on the length only, and the error grows with log n instead of n. 0 for an empty span.
double PairwiseSum(absl::Span<const double> values);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_PAIRWISE_SUM_H_
