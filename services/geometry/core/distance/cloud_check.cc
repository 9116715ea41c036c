#include "services/geometry/core/distance/cloud_check.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::geometry {

absl::Status CheckCloud(const CloudView& cloud, std::string_view name, bool need_directions) {
  for (int64_t i = 0; i < cloud.points(); ++i) {
    bool zero = true;
    for (int64_t k = 0; k < cloud.dimension(); ++k) {
      const double value = cloud.At(i, k);
      if (!std::isfinite(value)) {
        return InvalidField(absl::StrCat(std::string(name), "[", i, "][", k, "]"),
                            absl::StrCat(value), "a finite number");
      }
      zero = zero && value == 0;
    }
    if (zero && need_directions) {
      return InvalidField(absl::StrCat(std::string(name), "[", i, "]"), "a zero row",
                          "a row with a direction (spherical and hyperbolic geometry need one)");
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::geometry
