// Refuses clouds that have no distances, before anything is computed.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_

#include <string_view>

#include "absl/status/status.h"
#include "services/geometry/core/distance/cloud_view.h"

namespace widthlab::geometry {

// INVALID_ARGUMENT naming `name` and the row where a coordinate is NaN or infinite, or, if
// `need_directions` (spherical and hyperbolic geometry), where a row is zero. An empty cloud is
// fine here.
absl::Status CheckCloud(const CloudView& cloud, std::string_view name, bool need_directions);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_
