#ifndef WIDTHLAB_COMMON_NUMERIC_CORRELATION_INTERVAL_H_
#define WIDTHLAB_COMMON_NUMERIC_CORRELATION_INTERVAL_H_

#include <cstdint>

#include "absl/types/span.h"
#include "common/numeric/random_stream.h"

namespace widthlab::numeric {

struct CorrelationInterval {
  // NaN where no draw had a correlation.
  double low = 0;
  double high = 0;

  // Draws that had one.
  int64_t draws = 0;
};

// Pearson or Spearman.
using CorrelationFunction = double (*)(absl::Span<const double>, absl::Span<const double>);

// Percentile bootstrap over the pairs: each of `draws` takes as many pairs as there are, with
// replacement; the interval holds the middle `level` of their correlations (Quantile).
//
//   RandomStream stream(/*seed=*/0, "diagnostics.bootstrap");
//   CorrelationInterval i = BootstrapCorrelation(Spearman, x, y, 2000, 0.95, stream);
//
// A draw without a correlation, because it took one value only on either side, is left out; of 3
// pairs that is one in nine. Pairs count as independent: along a list that drifts, or with few
// pairs, the interval is too narrow. NaN as for Pearson. Requires equal lengths, draws ≥ 1 and
// level in (0, 1). Cost n·draws, times log n for Spearman.
CorrelationInterval BootstrapCorrelation(CorrelationFunction correlation,
                                         absl::Span<const double> x, absl::Span<const double> y,
                                         int64_t draws, double level, RandomStream& stream);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_CORRELATION_INTERVAL_H_
