// The matrix type of the geometry cores.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_

#include "common/linear/matrix.h"

namespace widthlab::geometry {

using linear::Matrix;
using linear::Vector;

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_
