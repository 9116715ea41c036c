#include "common/numeric/correlation_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "common/numeric/quantile.h"

namespace widthlab::numeric {

CorrelationInterval BootstrapCorrelation(CorrelationFunction correlation,
                                         absl::Span<const double> x, absl::Span<const double> y,
                                         int64_t draws, double level, RandomStream& stream) {
  std::vector<double> values;
  if (!std::isnan(correlation(x, y))) {
    std::vector<double> drawn_x(x.size());
    std::vector<double> drawn_y(y.size());
    for (int64_t d = 0; d < draws; ++d) {
      for (size_t i = 0; i < x.size(); ++i) {
        const size_t place = stream.Below(x.size());
        drawn_x[i] = x[place];
        drawn_y[i] = y[place];
      }
      const double value = correlation(drawn_x, drawn_y);
      if (!std::isnan(value)) values.push_back(value);
    }
  }
  std::sort(values.begin(), values.end());
  return {Quantile(values, (1 - level) / 2), Quantile(values, (1 + level) / 2),
          static_cast<int64_t>(values.size())};
}

}  // namespace widthlab::numeric
