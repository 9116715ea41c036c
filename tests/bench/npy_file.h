// Reads matrices in NumPy's .npy format, as benchmarks take their inputs.
#ifndef WIDTHLAB_TESTS_BENCH_NPY_FILE_H_
#define WIDTHLAB_TESTS_BENCH_NPY_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::bench {

// Row by row, widened to double.
struct NpyMatrix {
  std::vector<double> values;
  int64_t rows = 0;
  int64_t columns = 0;
};

// A two-dimensional array of float32 or float64 in C order, little-endian. INVALID_ARGUMENT names
// the file and what is wrong with it.
absl::StatusOr<NpyMatrix> ReadNpy(const std::string& path);

}  // namespace widthlab::bench

#endif  // WIDTHLAB_TESTS_BENCH_NPY_FILE_H_
