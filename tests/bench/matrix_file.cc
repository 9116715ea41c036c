#include "tests/bench/matrix_file.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"

namespace widthlab::bench {
namespace {

constexpr int64_t kRowsBetweenReleases = 64;

template <typename T>
void Widen(std::string_view bytes, geometry::Matrix& matrix) {
  const size_t row_bytes = static_cast<size_t>(matrix.cols()) * sizeof(T);
  std::vector<T> row(matrix.cols());
  for (int64_t i = 0; i < matrix.rows(); ++i) {
    const size_t begin = static_cast<size_t>(i) * row_bytes;
    std::memcpy(row.data(), bytes.data() + begin, row_bytes);
    for (int64_t k = 0; k < matrix.cols(); ++k) matrix(i, k) = static_cast<double>(row[k]);
    if (i % kRowsBetweenReleases == 0) tensor_io::ReleaseMapped(bytes.substr(0, begin));
  }
}

bool IsFloat(const tensor_io::NpyFile& file) { return file.dtype() == tensor_io::DType::kF32; }

absl::StatusOr<tensor_io::NpyFile> OpenMatrix(const std::string& path) {
  ASSIGN_OR_RETURN(tensor_io::NpyFile file, tensor_io::NpyFile::Open(path));
  if (file.shape().size() != 2 || !(IsFloat(file) || file.dtype() == tensor_io::DType::kF64)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": not a two-dimensional array of float32 or float64"));
  }
  return file;
}

}  // namespace

absl::StatusOr<geometry::Matrix> ReadMatrix(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::NpyFile file, OpenMatrix(path));
  geometry::Matrix matrix(file.shape()[0], file.shape()[1]);
  if (IsFloat(file)) {
    Widen<float>(file.bytes(), matrix);
  } else {
    Widen<double>(file.bytes(), matrix);
  }
  return matrix;
}

absl::StatusOr<Cloud> Cloud::Open(const std::string& path) {
  ASSIGN_OR_RETURN(tensor_io::NpyFile file, OpenMatrix(path));
  Cloud cloud;
  if (reinterpret_cast<uintptr_t>(file.bytes().data()) % sizeof(double) == 0) {
    cloud.file_ = std::move(file);
  } else {  // written by something else than NumPy
    ASSIGN_OR_RETURN(cloud.points_, ReadMatrix(path));
  }
  return cloud;
}

geometry::CloudView Cloud::View() const {
  if (!file_.has_value()) return {points_.data(), points_.rows(), points_.cols()};
  const char* data = file_->bytes().data();
  const int64_t points = file_->shape()[0], dimension = file_->shape()[1];
  if (IsFloat(*file_)) return {reinterpret_cast<const float*>(data), points, dimension};
  return {reinterpret_cast<const double*>(data), points, dimension};
}

void Cloud::Release() const {
  if (file_.has_value()) tensor_io::ReleaseMapped(file_->bytes());
}

}  // namespace widthlab::bench
