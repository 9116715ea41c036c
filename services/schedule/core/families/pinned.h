// Families that fix some layers' widths before the budget scales the rest.
//
//   ASSIGN_OR_RETURN(const std::vector<bool> band, BandLayers(layers, {.share = 0.7}));
//   const WidthBudget in_band = WithoutFfnOutside(budget, band);
//   MatchShape(std::vector<double>(layers, 1.0), in_band);
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PINNED_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PINNED_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/families/width_budget.h"

namespace widthlab::schedule {

// Frame (arXiv 2509.06518): first and last layer keep the uniform width (rounded down to the
// quantum), by floor and cap.
WidthBudget WithPinnedEnds(const WidthBudget& budget);

enum class BandPlace { kFirst, kMiddle, kFinal };

// FFN band (arXiv 2508.17734): floor(share L + 1/2) neighbouring layers have an FFN, the others
// none. In the middle the left rest is the smaller one.
struct Band {
  double share = 0.7;  // in (0, 1]
  BandPlace place = BandPlace::kMiddle;
};

// INVALID_ARGUMENT for a share that leaves no layer.
absl::StatusOr<std::vector<bool>> BandLayers(size_t layers, const Band& band);

// Floor and cap 0 where `inside` is false.
WidthBudget WithoutFfnOutside(const WidthBudget& budget, const std::vector<bool>& inside);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_PINNED_H_
