#include "common/linear/spectrum.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/linear/eigenvalues.h"
#include "common/linear/product.h"

namespace widthlab::linear {
namespace {

double Sum(const Vector& eigenvalues) {
  double sum = 0;
  for (const double e : eigenvalues) sum += std::max(e, 0.0);
  return sum;
}

}  // namespace

Matrix Centred(Matrix rows) {
  if (rows.size() == 0) return rows;
  rows *= 0.5;
  // Relative to the first row, so that equal rows give exact zeros, and halved, so that no
  // difference overflows.
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

std::optional<Vector> GramEigenvalues(numeric::ThreadPool& pool, Matrix a,
                                      absl::FunctionRef<bool()> cancelled) {
  if (a.rows() > a.cols()) a = Matrix(a.transpose());
  Matrix gram = GramMatrix(pool, a, cancelled);
  if (gram.rows() != a.rows()) return std::nullopt;
  return SymmetricEigenvalues(pool, std::move(gram), cancelled);
}

double ParticipationRatio(const Vector& eigenvalues) {
  const double sum = Sum(eigenvalues);
  double squares = 0;
  for (const double e : eigenvalues) squares += e * e;
  return sum * sum / squares;
}

double SpectralEntropy(const Vector& eigenvalues) {
  const double sum = Sum(eigenvalues);
  double entropy = 0;
  for (const double e : eigenvalues) {
    if (e > 0) entropy -= e / sum * std::log(e / sum);
  }
  return entropy;
}

}  // namespace widthlab::linear
