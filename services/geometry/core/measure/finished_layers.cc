#include "services/geometry/core/measure/finished_layers.h"

#include "absl/strings/str_cat.h"

namespace widthlab::geometry {
namespace {

std::string NameOf(int64_t layer) { return absl::StrCat("layer-", layer); }

}  // namespace

std::optional<v1::Profile> FinishedLayers::Find(int64_t layer) const {
  v1::Profile profile;
  if (!parts_.Find(NameOf(layer), &profile)) return std::nullopt;
  return profile;
}

void FinishedLayers::Keep(int64_t layer, const v1::Profile& profile) const {
  parts_.Keep(NameOf(layer), profile);
}

}  // namespace widthlab::geometry
