// The matrix type of the geometry cores: row-major, double precision.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_

#include <Eigen/Core>

namespace widthlab::geometry {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_MATRIX_H_
