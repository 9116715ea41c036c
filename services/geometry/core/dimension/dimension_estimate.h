// An intrinsic dimension, or why there is none.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_DIMENSION_ESTIMATE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_DIMENSION_ESTIMATE_H_

#include <limits>
#include <string>
#include <utility>

namespace widthlab::geometry {

struct DimensionEstimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string undefined_reason;  // empty where the value is a number

  static DimensionEstimate Undefined(std::string reason) {
    return {std::numeric_limits<double>::quiet_NaN(), std::move(reason)};
  }
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_DIMENSION_ESTIMATE_H_
