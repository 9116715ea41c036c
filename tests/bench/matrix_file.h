// Reads matrices in NumPy's .npy format, as benchmarks take their inputs.
#ifndef WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_
#define WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_

#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "common/tensor_io/npy_file.h"
#include "services/geometry/core/distance/cloud_view.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::bench {

// A two-dimensional array of float32 or float64, widened to double. Errors: those of
// NpyFile::Open, and INVALID_ARGUMENT for other arrays. Memory: nothing beside the result.
absl::StatusOr<geometry::Matrix> ReadMatrix(const std::string& path);

// A cloud that was made up, or one that is read where it lies in a file. Movable.
class Cloud {
 public:
  // Without points.
  Cloud() = default;
  explicit Cloud(geometry::Matrix points) : points_(std::move(points)) {}
  // Errors: those of ReadMatrix.
  static absl::StatusOr<Cloud> Open(const std::string& path);

  // Valid until the cloud is moved or gone.
  geometry::CloudView View() const;

  // Gives the memory of a file's points back; they are read again when they are looked at.
  void Release() const;

 private:
  geometry::Matrix points_;
  std::optional<tensor_io::NpyFile> file_;
};

}  // namespace widthlab::bench

#endif  // WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_
