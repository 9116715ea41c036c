#include "services/schedule/core/compare/schedule_distance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "common/numeric/correlation.h"

namespace widthlab::schedule {

WidthDistance DistanceOf(const std::vector<double>& first, const std::vector<double>& second) {
  WidthDistance out;
  if (first.size() != second.size() || first.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    out = {none, none, none, none, none, ""};
    out.undefined_reason = absl::StrCat("they have ", first.size(), " and ", second.size(),
                                        " layers, and widths are compared layer by layer");
    return out;
  }
  // A schedule without any FFN has no shape to move.
  const double first_sum = std::max(1.0, std::accumulate(first.begin(), first.end(), 0.0));
  const double second_sum = std::max(1.0, std::accumulate(second.begin(), second.end(), 0.0));
  for (size_t l = 0; l < first.size(); ++l) {
    const double difference = std::fabs(first[l] - second[l]);
    out.mean_difference += difference / static_cast<double>(first.size());
    out.largest_difference = std::max(out.largest_difference, difference);
    out.moved_share += std::fabs(first[l] / first_sum - second[l] / second_sum) / 2;
  }
  out.pearson = numeric::Pearson(first, second);
  out.spearman = numeric::Spearman(first, second);
  return out;
}

}  // namespace widthlab::schedule
