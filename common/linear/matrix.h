// The matrix type of computations in double precision: row-major.
#ifndef WIDTHLAB_COMMON_LINEAR_MATRIX_H_
#define WIDTHLAB_COMMON_LINEAR_MATRIX_H_

#include <Eigen/Core>

namespace widthlab::linear {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

}  // namespace widthlab::linear

#endif  // WIDTHLAB_COMMON_LINEAR_MATRIX_H_
