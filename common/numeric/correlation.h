#ifndef WIDTHLAB_COMMON_NUMERIC_CORRELATION_H_
#define WIDTHLAB_COMMON_NUMERIC_CORRELATION_H_

#include <vector>

#include "absl/types/span.h"

namespace widthlab::numeric {

// Pearson's correlation coefficient of paired values, in [−1, 1]. NaN where it is not defined:
// fewer than two pairs, a constant side, or a value that is not finite. Requires equal lengths.
double Pearson(absl::Span<const double> x, absl::Span<const double> y);

// Spearman's rank correlation: Pearson's of the ranks, ties taking the mean of the ranks they
// share. NaN as above. Cost n log n.
double Spearman(absl::Span<const double> x, absl::Span<const double> y);

// Ranks from 1, ties taking the mean of the ranks they share. Values must not be NaN.
std::vector<double> Ranks(absl::Span<const double> values);

// Deviations from the mean, divided by the root of the sum of their squares, so that Pearson's r of
// two lists is the sum of products of theirs. Empty where Pearson's r is not defined for the list.
std::vector<double> UnitDeviations(absl::Span<const double> values);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_CORRELATION_H_
