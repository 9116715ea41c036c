// Controls: another schedule's widths in another order. Same multiset, same parameters (where unit
// costs are equal), so that a difference in loss can only come from where the width is.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDER_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDER_H_

#include <cstdint>
#include <vector>

namespace widthlab::schedule {

std::vector<int64_t> ReversedWidths(std::vector<int64_t> widths);

// A uniformly random order that depends on the seed only.
std::vector<int64_t> PermutedWidths(std::vector<int64_t> widths, uint64_t seed);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REORDER_H_
