// Refuses clouds that have no distances, before anything is computed.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "services/geometry/core/distance/cloud_view.h"

namespace widthlab::geometry {

// INVALID_ARGUMENT naming "name[row]" where a coordinate is NaN or infinite, or, if
// `need_direction` (spherical and hyperbolic geometry), where all are zero.
absl::Status CheckPoint(std::string_view name, int64_t row, const double* point, int64_t dimension,
                        bool need_direction);

// The same for every point of a cloud; the first offender is named. An empty cloud is fine here.
absl::Status CheckCloud(const CloudView& cloud, std::string_view name, bool need_directions);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_CHECK_H_
