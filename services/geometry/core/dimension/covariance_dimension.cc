#include "services/geometry/core/dimension/covariance_dimension.h"

#include <cmath>
#include <string>
#include <utility>

#include "common/linear/spectrum.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {
namespace {

CovarianceDimension Undefined(const std::string& reason) {
  return {DimensionEstimate::Undefined(reason), DimensionEstimate::Undefined(reason)};
}

Matrix RowsOf(const CloudView& cloud) {
  Matrix rows(cloud.points(), cloud.dimension());
  for (int64_t i = 0; i < rows.rows(); ++i) cloud.CopyPoint(i, 1, rows.row(i).data());
  return rows;
}

}  // namespace

std::optional<CovarianceDimension> MeasureCovariance(numeric::ThreadPool& pool,
                                                     const CloudView& cloud,
                                                     absl::FunctionRef<bool()> cancelled) {
  if (cloud.points() < 2) return Undefined("fewer than 2 points");
  if (cloud.dimension() == 0) return Undefined("all points are equal");
  Matrix rows = linear::Centred(RowsOf(cloud));
  if (rows.isZero(0)) return Undefined("all points are equal");
  if (cancelled()) return std::nullopt;
  const std::optional<Vector> values = linear::GramEigenvalues(pool, std::move(rows), cancelled);
  if (!values.has_value()) return std::nullopt;
  return CovarianceDimension{{linear::ParticipationRatio(*values), ""},
                             {std::exp(linear::SpectralEntropy(*values)), ""}};
}

}  // namespace widthlab::geometry
