#ifndef WIDTHLAB_COMMON_NUMERIC_MOMENTS_H_
#define WIDTHLAB_COMMON_NUMERIC_MOMENTS_H_

#include "absl/types/span.h"

namespace widthlab::numeric {

// The arithmetic mean, summed pairwise. NaN for an empty span.
double Mean(absl::Span<const double> values);

// The sample standard deviation (divisor n − 1), from deviations from the mean. NaN below two
// values.
double StandardDeviation(absl::Span<const double> values);

// The standard error of the mean, StandardDeviation / √n. NaN below two values.
double StandardError(absl::Span<const double> values);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_MOMENTS_H_
