#include "common/linear/product.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "common/numeric/parallel_for.h"

namespace widthlab::linear {
namespace {

constexpr int64_t kTileRows = 4;      // of A, in registers
constexpr int64_t kTileColumns = 12;  // rows of B, in three registers
constexpr int64_t kDepth = 256;       // part of k that is summed before C is touched
constexpr int64_t kBlockRows = 64;    // rows of A in one piece of parallel work

int64_t RoundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Zeros at an address that whole cache lines begin at, so that no load of the kernel spans two.
class LineBuffer {
 public:
  void Resize(int64_t size) {
    doubles_.assign(size + kLine, 0.0);
    const auto address = reinterpret_cast<uintptr_t>(doubles_.data()) / sizeof(double);
    begin_ = doubles_.data() + (kLine - address % kLine) % kLine;
  }
  double* data() { return begin_; }

 private:
  static constexpr int64_t kLine = 8;
  std::vector<double> doubles_;
  double* begin_ = nullptr;
};

// Kernel input: for each of `depth` steps the 4 entries of A, and the 12 of B, next to each other.
// The twelve sums stay in registers, which takes loops that are unrolled before anything else.
void AddTile(const double* a, const double* b, int64_t depth, double* tile) {
  __m256d sum[kTileRows][3];
#pragma GCC unroll 4
  for (int i = 0; i < kTileRows; ++i) {
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) sum[i][j] = _mm256_loadu_pd(tile + i * kTileColumns + 4 * j);
  }
  for (int64_t k = 0; k < depth; ++k, a += kTileRows, b += kTileColumns) {
    const __m256d b0 = _mm256_loadu_pd(b);
    const __m256d b1 = _mm256_loadu_pd(b + 4);
    const __m256d b2 = _mm256_loadu_pd(b + 8);
#pragma GCC unroll 4
    for (int i = 0; i < kTileRows; ++i) {
      const __m256d ai = _mm256_broadcast_sd(a + i);
      sum[i][0] = _mm256_fmadd_pd(ai, b0, sum[i][0]);
      sum[i][1] = _mm256_fmadd_pd(ai, b1, sum[i][1]);
      sum[i][2] = _mm256_fmadd_pd(ai, b2, sum[i][2]);
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < kTileRows; ++i) {
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) _mm256_storeu_pd(tile + i * kTileColumns + 4 * j, sum[i][j]);
  }
}

// Writes rows [first, first + width) of `m`, columns order[begin … end) (or begin … end), column by
// column, with zeros for rows past the last.
void Pack(const Matrix& m, int64_t first, int64_t width, int64_t begin, int64_t end,
          const int32_t* order, double* out) {
  for (int64_t r = 0; r < width; ++r) {
    double* to = out + r;
    if (first + r >= m.rows()) {
      for (int64_t k = begin; k < end; ++k, to += width) *to = 0;
      continue;
    }
    const double* row = m.row(first + r).data();
    if (order == nullptr) {
      for (int64_t k = begin; k < end; ++k, to += width) *to = row[k];
    } else {
      for (int64_t k = begin; k < end; ++k, to += width) *to = row[order[k]];
    }
  }
}

// What becomes of the result's entries.
enum class Into {
  kAll,         // they are the product's
  kUpper,       // only those on and above the diagonal are wanted
  kWhatIsThere  // the product's are added to them
};

class Product {
 public:
  Product(const Matrix& a, const Matrix& b, const int32_t* order, Into into, Matrix& out)
      : a_(a), b_(b), order_(order), into_(into), out_(out) {}

  // False once `cancelled` said true.
  bool Run(numeric::ThreadPool& pool, absl::FunctionRef<bool()> cancelled) {
    packed_b_.Resize(RoundUp(b_.rows(), kTileColumns) * b_.cols());
    const bool is_packed = numeric::ParallelFor(
        pool, 0, b_.rows(), 4 * kTileColumns, cancelled, [&](int64_t first, int64_t last) {
          for (int64_t j = first; j < last; j += kTileColumns) {
            Pack(b_, j, kTileColumns, 0, b_.cols(), order_, packed_b_.data() + j * b_.cols());
          }
        });
    if (!is_packed) return false;
    std::atomic<bool> whole{true};
    numeric::ParallelFor(pool, 0, a_.rows(), kBlockRows, [&](int64_t first, int64_t last) {
      if (whole.load() && !RunRows(first, last, cancelled)) whole.store(false);
    });
    return whole.load();
  }

 private:
  // False, and nothing stored, once `cancelled` said true.
  bool RunRows(int64_t first, int64_t last, absl::FunctionRef<bool()> cancelled) {
    const int64_t start = into_ == Into::kUpper ? first / kTileColumns * kTileColumns : 0;
    const int64_t columns = RoundUp(b_.rows(), kTileColumns);
    const int64_t rows = RoundUp(last - first, kTileRows);
    LineBuffer tiles, packed_a;
    tiles.Resize(rows * (columns - start));
    packed_a.Resize(rows * kDepth);
    for (int64_t k = 0; k < a_.cols(); k += kDepth) {
      if (cancelled()) return false;
      const int64_t depth = std::min(kDepth, a_.cols() - k);
      for (int64_t i = 0; i < rows; i += kTileRows) {
        Pack(a_, first + i, kTileRows, k, k + depth, nullptr, packed_a.data() + i * depth);
      }
      double* tile = tiles.data();
      for (int64_t j = start; j < columns; j += kTileColumns) {
        const double* b = packed_b_.data() + j * b_.cols() + k * kTileColumns;
        for (int64_t i = 0; i < rows; i += kTileRows, tile += kTileRows * kTileColumns) {
          AddTile(packed_a.data() + i * depth, b, depth, tile);
        }
      }
    }
    StoreTiles(tiles.data(), first, last, start);
    return true;
  }

  void StoreTiles(const double* tile, int64_t first, int64_t last, int64_t start) {
    const bool adds = into_ == Into::kWhatIsThere;
    for (int64_t j = start; j < b_.rows(); j += kTileColumns) {
      const int64_t width = std::min(kTileColumns, b_.rows() - j);
      for (int64_t i = first; i < last; i += kTileRows, tile += kTileRows * kTileColumns) {
        for (int64_t r = 0; r < std::min(kTileRows, last - i); ++r) {
          double* to = out_.row(i + r).data() + j;
          const double* from = tile + r * kTileColumns;
          for (int64_t c = 0; c < width; ++c) to[c] = adds ? to[c] + from[c] : from[c];
        }
      }
    }
  }

  const Matrix& a_;
  const Matrix& b_;
  const int32_t* order_;
  const Into into_;
  Matrix& out_;
  LineBuffer packed_b_;
};

}  // namespace

Matrix MultiplyTransposed(numeric::ThreadPool& pool, const Matrix& a, const Matrix& b,
                          absl::FunctionRef<bool()> cancelled) {
  Matrix out(a.rows(), b.rows());
  if (!Product(a, b, nullptr, Into::kAll, out).Run(pool, cancelled)) return {};
  return out;
}

Matrix GramMatrix(numeric::ThreadPool& pool, const Matrix& a, absl::FunctionRef<bool()> cancelled) {
  Matrix out(a.rows(), a.rows());
  if (!Product(a, a, nullptr, Into::kUpper, out).Run(pool, cancelled)) return {};
  numeric::ParallelFor(pool, 0, a.rows(), 64, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      for (int64_t j = 0; j < i; ++j) out(i, j) = out(j, i);
    }
  });
  return out;
}

bool MultiplyTransposedReordered(numeric::ThreadPool& pool, const Matrix& a, const Matrix& b,
                                 absl::Span<const int32_t> column_order, Matrix& out,
                                 absl::FunctionRef<bool()> cancelled) {
  return Product(a, b, column_order.data(), Into::kAll, out).Run(pool, cancelled);
}

bool AddMultiplyTransposed(numeric::ThreadPool& pool, const Matrix& a, const Matrix& b, Matrix& out,
                           absl::FunctionRef<bool()> cancelled) {
  return Product(a, b, nullptr, Into::kWhatIsThere, out).Run(pool, cancelled);
}

}  // namespace widthlab::linear
