#include "services/geometry/core/transport/permuted_product.h"

#include "common/linear/product.h"
#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

constexpr int64_t kMostReplaced = 4;  // columns between whole products, for each point

}  // namespace

PermutedProduct::PermutedProduct(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy)
    : pool_(pool), dx_(dx), dy_(dy), negative_(dx.rows(), dx.cols()) {}

const Matrix* PermutedProduct::NegativeAt(absl::Span<const int32_t> permutation,
                                          absl::FunctionRef<bool()> cancelled) {
  const int64_t n = dx_.rows();
  if (static_cast<int64_t>(permutation_.size()) != n) {
    return Make(permutation, cancelled) ? &negative_ : nullptr;
  }
  std::vector<int32_t> changed;
  for (int64_t k = 0; k < n; ++k) {
    if (permutation[k] != permutation_[k]) changed.push_back(static_cast<int32_t>(k));
  }
  const auto columns = static_cast<int64_t>(changed.size());
  // Gathering the columns and adding to what is there makes nearly all of them no bargain.
  bool whole = true;
  if (columns > n / 4 * 3 || replaced_ + columns > kMostReplaced * n) {
    whole = Make(permutation, cancelled);
  } else if (columns > 0) {
    whole = Replace(permutation, changed, cancelled);
  }
  return whole ? &negative_ : nullptr;
}

bool PermutedProduct::Make(absl::Span<const int32_t> permutation,
                           absl::FunctionRef<bool()> cancelled) {
  permutation_.clear();
  if (!linear::MultiplyTransposedReordered(pool_, dx_, dy_, permutation, negative_, cancelled)) {
    return false;
  }
  negative_ = -negative_;
  permutation_.assign(permutation.begin(), permutation.end());
  replaced_ = 0;
  return true;
}

bool PermutedProduct::Replace(absl::Span<const int32_t> permutation,
                              const std::vector<int32_t>& changed,
                              absl::FunctionRef<bool()> cancelled) {
  const int64_t n = dx_.rows();
  const auto columns = static_cast<int64_t>(changed.size());
  Matrix x(n, columns), y(n, columns);
  numeric::ParallelFor(pool_, 0, n, 64, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      for (int64_t c = 0; c < columns; ++c) {
        const int32_t k = changed[c];
        x(i, c) = dx_(i, k);
        y(i, c) = dy_(i, permutation_[k]) - dy_(i, permutation[k]);
      }
    }
  });
  if (!linear::AddMultiplyTransposed(pool_, x, y, negative_, cancelled)) {
    permutation_.clear();
    return false;
  }
  for (const int32_t k : changed) permutation_[k] = permutation[k];
  replaced_ += columns;
  return true;
}

}  // namespace widthlab::geometry
