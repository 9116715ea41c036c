#ifndef WIDTHLAB_COMMON_NUMERIC_QUANTILE_H_
#define WIDTHLAB_COMMON_NUMERIC_QUANTILE_H_

#include "absl/types/span.h"

namespace widthlab::numeric {

// The quantile of ascending values at `share` in [0, 1], linear between order statistics: share 0
// is the first, 1 the last, and of n values the k-th (from 0) lies at k / (n − 1). NaN for an empty
// span.
//
//   std::sort(draws.begin(), draws.end());
//   double low = Quantile(draws, 0.025), high = Quantile(draws, 0.975);
double Quantile(absl::Span<const double> sorted, double share);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_QUANTILE_H_
