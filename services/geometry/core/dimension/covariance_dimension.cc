#include "services/geometry/core/dimension/covariance_dimension.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "services/geometry/core/dimension/tridiagonal.h"
#include "services/geometry/core/distance/matrix.h"
#include "services/geometry/core/distance/product.h"

namespace widthlab::geometry {
namespace {

CovarianceDimension Undefined(const std::string& reason) {
  return {DimensionEstimate::Undefined(reason), DimensionEstimate::Undefined(reason)};
}

// The rows less their mean, times the power of two that brings the largest entry to [½, 1); all
// zero for equal rows. Rows are taken relative to the first one, so that equal rows give exact
// zeros, and halved, so that no difference overflows.
Matrix Centred(const CloudView& cloud) {
  Matrix rows(cloud.points(), cloud.dimension());
  for (int64_t i = 0; i < rows.rows(); ++i) cloud.CopyPoint(i, 0.5, rows.row(i).data());
  const Eigen::RowVectorXd first = rows.row(0);
  rows.rowwise() -= first;
  const double largest = rows.cwiseAbs().maxCoeff();
  if (largest == 0) return rows;
  int exponent = 0;
  std::frexp(largest, &exponent);
  // In two steps, as one factor might be no double.
  rows *= std::ldexp(1.0, -exponent / 2);
  rows *= std::ldexp(1.0, -exponent - -exponent / 2);
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(rows.cols());
  for (int64_t i = 0; i < rows.rows(); ++i) mean += rows.row(i);
  mean /= static_cast<double>(rows.rows());
  rows.rowwise() -= mean;
  return rows;
}

}  // namespace

std::optional<CovarianceDimension> MeasureCovariance(numeric::ThreadPool& pool,
                                                     const CloudView& cloud,
                                                     absl::FunctionRef<bool()> cancelled) {
  if (cloud.points() < 2) return Undefined("fewer than 2 points");
  if (cloud.dimension() == 0) return Undefined("all points are equal");
  const Matrix rows = Centred(cloud);
  if (rows.isZero(0)) return Undefined("all points are equal");
  if (cancelled()) return std::nullopt;
  const Matrix gram = rows.rows() <= rows.cols() ? GramMatrix(pool, rows)
                                                 : GramMatrix(pool, Matrix(rows.transpose()));
  const std::optional<Vector> values = SymmetricEigenvalues(pool, gram, cancelled);
  if (!values.has_value()) return std::nullopt;

  double sum = 0;
  double squares = 0;
  for (const double e : *values) {
    sum += std::max(e, 0.0);
    squares += e * e;
  }
  double entropy = 0;
  for (const double e : *values) {
    if (e > 0) entropy -= e / sum * std::log(e / sum);
  }
  return CovarianceDimension{{sum * sum / squares, ""}, {std::exp(entropy), ""}};
}

}  // namespace widthlab::geometry
