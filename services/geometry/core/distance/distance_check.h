// Refuses matrices that are not distances, before anything is computed from them.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_CHECK_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_CHECK_H_

#include <string_view>

#include "absl/status/status.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// INVALID_ARGUMENT naming "name[i][j]" for the first entry, row by row, that is NaN, infinite,
// negative, other than 0 on the diagonal, or different from its mirror image; and naming "name"
// where the matrix is not square. The triangle inequality is not asked for. Nothing is read as
// zero, made symmetric or left out.
absl::Status CheckDistances(const Matrix& distances, std::string_view name);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_CHECK_H_
