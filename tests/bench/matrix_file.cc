#include "tests/bench/matrix_file.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/npy_file.h"

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

}  // namespace

absl::StatusOr<geometry::Matrix> ReadMatrix(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::NpyFile file, tensor_io::NpyFile::Open(path));
  const bool is_float = file.dtype() == tensor_io::DType::kF32;
  if (file.shape().size() != 2 || !(is_float || file.dtype() == tensor_io::DType::kF64)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": not a two-dimensional array of float32 or float64"));
  }
  geometry::Matrix matrix(file.shape()[0], file.shape()[1]);
  if (is_float) {
    Widen<float>(file.bytes(), matrix);
  } else {
    Widen<double>(file.bytes(), matrix);
  }
  return matrix;
}

}  // namespace widthlab::bench
