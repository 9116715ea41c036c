// Reads matrices in NumPy's .npy format, as benchmarks take their inputs.
#ifndef WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_
#define WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::bench {

// A two-dimensional array of float32 or float64, widened to double. Errors: those of
// NpyFile::Open, and INVALID_ARGUMENT for other arrays. Memory: nothing beside the result.
absl::StatusOr<geometry::Matrix> ReadMatrix(const std::string& path);

}  // namespace widthlab::bench

#endif  // WIDTHLAB_TESTS_BENCH_MATRIX_FILE_H_
