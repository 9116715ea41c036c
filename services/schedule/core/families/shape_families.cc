#include "services/schedule/core/families/shape_families.h"

#include <utility>
#include <vector>

#include "common/status/macros.h"
#include "services/schedule/core/families/crown.h"
#include "services/schedule/core/families/match_shape.h"
#include "services/schedule/core/families/pinned.h"
#include "services/schedule/core/families/tapers.h"

namespace widthlab::schedule {
namespace {

absl::StatusOr<FamilyResult> Matched(const std::vector<double>& shape, const WidthBudget& budget) {
  ASSIGN_OR_RETURN(MatchedWidths matched, MatchShape(shape, budget));
  FamilyResult result{.targets = std::move(matched.targets), .widths = matched.integers.widths};
  result.rounding = RoundingOf("closeness", matched.integers);
  return result;
}

// For any family message with a start and an end.
template <typename Options>
Taper TaperOf(const Options& options) {
  return {.start = options.start(), .end = options.end()};
}

BandPlace PlaceOf(v1::BandPlace place) {
  switch (place) {
    case v1::BAND_PLACE_FIRST:
      return BandPlace::kFirst;
    case v1::BAND_PLACE_FINAL:
      return BandPlace::kFinal;
    default:
      return BandPlace::kMiddle;
  }
}

}  // namespace

absl::StatusOr<FamilyResult> MakeCosineTaper(const FamilyInput& input) {
  return Matched(CosineTaper(input.budget.layers(), TaperOf(input.spec.cosine_taper())),
                 input.budget);
}

absl::StatusOr<FamilyResult> MakeLinearTaper(const FamilyInput& input) {
  return Matched(LinearTaper(input.budget.layers(), TaperOf(input.spec.linear_taper())),
                 input.budget);
}

absl::StatusOr<FamilyResult> MakeOpenelmLinear(const FamilyInput& input) {
  return Matched(LinearTaper(input.budget.layers(), TaperOf(input.spec.openelm_linear())),
                 input.budget);
}

absl::StatusOr<FamilyResult> MakeReverse(const FamilyInput& input) {
  return Matched(LinearTaper(input.budget.layers(), TaperOf(input.spec.reverse())), input.budget);
}

absl::StatusOr<FamilyResult> MakeFrame(const FamilyInput& input) {
  return Matched(LinearTaper(input.budget.layers(), TaperOf(input.spec.frame())),
                 WithPinnedEnds(input.budget));
}

absl::StatusOr<FamilyResult> MakeCrown(const FamilyInput& input) {
  const v1::CrownFamily& options = input.spec.crown();
  return Matched(
      CrownShape(input.budget.layers(),
                 {.edge = options.edge(), .middle = options.middle(), .at = options.at()}),
      input.budget);
}

absl::StatusOr<FamilyResult> MakeFfnBand(const FamilyInput& input) {
  const v1::FfnBandFamily& options = input.spec.ffn_band();
  ASSIGN_OR_RETURN(const std::vector<bool> inside,
                   BandLayers(input.budget.layers(),
                              {.share = options.share(), .place = PlaceOf(options.place())}));
  return Matched(std::vector<double>(input.budget.layers(), 1.0),
                 WithoutFfnOutside(input.budget, inside));
}

}  // namespace widthlab::schedule
