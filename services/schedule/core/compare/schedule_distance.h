// How far two lists of widths are apart.
//
//   const WidthDistance d = DistanceOf({3, 1}, {1, 3});   // mean 2, largest 2, half of all moved
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_SCHEDULE_DISTANCE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_SCHEDULE_DISTANCE_H_

#include <string>
#include <vector>

namespace widthlab::schedule {

struct WidthDistance {
  double mean_difference = 0;     // mean |w - v|
  double largest_difference = 0;  // largest |w - v|
  double moved_share = 0;         // sum |w / sum w - v / sum v| / 2
  double pearson = 0;             // NaN where one is flat
  double spearman = 0;
  std::string undefined_reason;  // lists of unequal length; the numbers are NaN then
};

WidthDistance DistanceOf(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_SCHEDULE_DISTANCE_H_
