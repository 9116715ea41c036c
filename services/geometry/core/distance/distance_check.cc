#include "services/geometry/core/distance/distance_check.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::geometry {

absl::Status CheckDistances(const Matrix& distances, std::string_view name) {
  if (distances.rows() != distances.cols()) {
    return InvalidField(name, absl::StrCat(distances.rows(), " × ", distances.cols()),
                        "a square matrix of distances");
  }
  const auto invalid = [&](int64_t i, int64_t j, std::string_view allowed) {
    return InvalidField(absl::StrCat(std::string(name), "[", i, "][", j, "]"),
                        absl::StrCat(distances(i, j)), allowed);
  };
  for (int64_t i = 0; i < distances.rows(); ++i) {
    for (int64_t j = 0; j < distances.cols(); ++j) {
      const double d = distances(i, j);
      if (!std::isfinite(d) || d < 0) return invalid(i, j, "a finite distance of at least 0");
      if (i == j && d != 0) return invalid(i, j, "0, the distance of a point to itself");
      if (d != distances(j, i)) {
        return invalid(i, j, absl::StrCat("the same as the other way round, ", distances(j, i)));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::geometry
