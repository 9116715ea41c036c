#ifndef WIDTHLAB_COMMON_NUMERIC_RATIO_OF_MEANS_H_
#define WIDTHLAB_COMMON_NUMERIC_RATIO_OF_MEANS_H_

#include "absl/types/span.h"

namespace widthlab::numeric {

// mean(y) / mean(x) with the ends of its 95 % interval.
//
//   RatioOfMeans({2, 3, 4}, {1, 1, 2}).ratio;  // 9/4
struct RatioInterval {
  double ratio;  // NaN for empty spans or a mean(x) of 0
  double low;
  double high;
};

// Of pairs (y_i, x_i) that are independent of each other. The interval holds the ratios r for which
// the mean of y − r·x is not significantly different from 0, by Student's t at 5 % (Fieller, "Some
// problems in interval estimation", 1954): exact where the pairs are jointly normal. It is not
// symmetric around the ratio. Ends are NaN below two pairs, and where the set has none because
// mean(x) is not significantly different from 0.
RatioInterval RatioOfMeans(absl::Span<const double> y, absl::Span<const double> x);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_RATIO_OF_MEANS_H_
