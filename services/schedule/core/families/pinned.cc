#include "services/schedule/core/families/pinned.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::schedule {
namespace {

size_t FirstOfBand(size_t layers, size_t count, BandPlace place) {
  switch (place) {
    case BandPlace::kFirst:
      return 0;
    case BandPlace::kMiddle:
      return (layers - count) / 2;
    case BandPlace::kFinal:
      return layers - count;
  }
  return 0;
}

}  // namespace

WidthBudget WithPinnedEnds(const WidthBudget& budget) {
  WidthBudget pinned = budget;
  const double width = static_cast<double>(budget.uniform_width / budget.quantum * budget.quantum);
  for (size_t l : {size_t{0}, budget.layers() - 1}) pinned.floor[l] = pinned.cap[l] = width;
  return pinned;
}

absl::StatusOr<std::vector<bool>> BandLayers(size_t layers, const Band& band) {
  const double count = std::floor(band.share * static_cast<double>(layers) + 0.5);
  if (!(count >= 1 && count <= static_cast<double>(layers))) {
    return InvalidField(
        "share", absl::StrCat(band.share),
        absl::StrCat("in [", 0.5 / static_cast<double>(layers), ", 1], so that at least one of ",
                     layers, " layers has an FFN"));
  }
  const size_t first = FirstOfBand(layers, static_cast<size_t>(count), band.place);
  std::vector<bool> inside(layers, false);
  for (size_t l = 0; l < static_cast<size_t>(count); ++l) inside[first + l] = true;
  return inside;
}

WidthBudget WithoutFfnOutside(const WidthBudget& budget, const std::vector<bool>& inside) {
  WidthBudget band = budget;
  for (size_t l = 0; l < budget.layers(); ++l) {
    if (!inside[l]) band.floor[l] = band.cap[l] = 0;
  }
  return band;
}

}  // namespace widthlab::schedule
