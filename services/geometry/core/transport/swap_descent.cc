#include "services/geometry/core/transport/swap_descent.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

struct Exchange {
  double gain;
  int32_t i, k;
};

// Points whose best partners are looked for together: a cache line of a column serves them all.
constexpr int32_t kTogether = 8;
constexpr size_t kExchangesBetweenQuestions = 64;

class SwapDescent {
 public:
  SwapDescent(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
              PermutedProduct& product, double least_gain, absl::FunctionRef<bool()> cancelled,
              std::vector<int32_t>& permutation)
      : pool_(pool),
        dx_(dx),
        n_(static_cast<int32_t>(dx.rows())),
        least_gain_(least_gain),
        cancelled_(cancelled),
        permutation_(permutation),
        permuted_product_(product),
        dy_(n_, n_),
        product_(n_, n_),
        own_(n_),
        best_(n_) {
    for (int32_t i = 0; i < n_; ++i) {
      for (int32_t j = 0; j < n_; ++j) dy_(i, j) = dy(permutation[i], permutation[j]);
    }
  }

  // Makes the exchanges that the product suggests. Returns how many, or nothing once `cancelled`
  // said true.
  std::optional<int64_t> Pass() {
    if (!TakeProduct()) return std::nullopt;
    numeric::ParallelFor(pool_, 0, n_, 4 * kTogether, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; i += kTogether) {
        FindBest(static_cast<int32_t>(i), static_cast<int32_t>(std::min(last, i + kTogether)));
      }
    });
    std::vector<Exchange> suggested;
    for (const Exchange& e : best_) {
      if (e.gain > least_gain_) suggested.push_back(e);
    }
    std::stable_sort(suggested.begin(), suggested.end(),
                     [](const Exchange& a, const Exchange& b) { return a.gain > b.gain; });
    int64_t made = 0;
    for (size_t k = 0; k < suggested.size(); ++k) {
      if (k % kExchangesBetweenQuestions == 0 && cancelled_()) return std::nullopt;
      const Exchange& e = suggested[k];
      if (!(Gain(e.i, e.k) > least_gain_)) continue;
      Make(e.i, e.k);
      ++made;
    }
    return made;
  }

 private:
  // D·E, its columns in the permutation's order. False once `cancelled` said true.
  bool TakeProduct() {
    const Matrix* product = permuted_product_.NegativeAt(permutation_, cancelled_);
    if (product == nullptr) return false;
    const Matrix& negative = *product;
    numeric::ParallelFor(pool_, 0, n_, 64, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        for (int32_t k = 0; k < n_; ++k) product_(i, k) = -negative(i, permutation_[k]);
        own_[i] = product_(i, i);
      }
    });
    return true;
  }

  // best_ of the points first … last − 1, at most kTogether.
  void FindBest(int32_t first, int32_t last) {
    // Their columns as rows, first of all: columns are far apart in memory.
    std::vector<double> columns(int64_t{kTogether} * n_);
    for (int32_t k = 0; k < n_; ++k) {
      const double* row = product_.row(k).data();
      for (int32_t i = first; i < last; ++i) columns[int64_t{i - first} * n_ + k] = row[i];
    }
    for (int32_t i = first; i < last; ++i) {
      best_[i] = BestOf(i, columns.data() + int64_t{i - first} * n_);
    }
  }

  Exchange BestOf(int32_t i, const double* column) const {
    Exchange best{0, i, i};
    const double* row = product_.row(i).data();
    const double *d = dx_.row(i).data(), *e = dy_.row(i).data();
    for (int32_t k = 0; k < n_; ++k) {
      const double gain = row[k] + column[k] - row[i] - own_[k] + 2 * d[k] * e[k];
      if (gain > best.gain && k != i) best = {gain, i, k};
    }
    return best;
  }

  // The sum itself; what it adds at i and k is taken off.
  double Gain(int32_t i, int32_t k) const {
    const double *di = dx_.row(i).data(), *dk = dx_.row(k).data();
    const double *ei = dy_.row(i).data(), *ek = dy_.row(k).data();
    double sum[4] = {0, 0, 0, 0};
    int32_t l = 0;
    for (; l + 4 <= n_; l += 4) {
      for (int lane = 0; lane < 4; ++lane) {
        sum[lane] += (di[l + lane] - dk[l + lane]) * (ek[l + lane] - ei[l + lane]);
      }
    }
    for (; l < n_; ++l) sum[0] += (di[l] - dk[l]) * (ek[l] - ei[l]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + 2 * di[k] * ei[k];
  }

  void Make(int32_t i, int32_t k) {
    std::swap(permutation_[i], permutation_[k]);
    dy_.row(i).swap(dy_.row(k));
    dy_.col(i).swap(dy_.col(k));
  }

  numeric::ThreadPool& pool_;
  const Matrix& dx_;
  const int32_t n_;
  const double least_gain_;
  absl::FunctionRef<bool()> cancelled_;
  std::vector<int32_t>& permutation_;
  PermutedProduct& permuted_product_;
  Matrix dy_;                   // E: in the permutation's order
  Matrix product_;              // D·E
  std::vector<double> own_;     // its diagonal
  std::vector<Exchange> best_;  // of each point
};

}  // namespace

SwapLog DescendBySwaps(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                       PermutedProduct& product, double tolerance,
                       absl::FunctionRef<bool()> cancelled, std::vector<int32_t>& permutation) {
  const double n = static_cast<double>(dx.rows());
  SwapDescent descent(pool, dx, dy, product, tolerance * n * n / 4, cancelled, permutation);
  SwapLog log;
  while (true) {
    const std::optional<int64_t> made = descent.Pass();
    log.cancelled = !made.has_value();
    if (log.cancelled) return log;
    log.swaps += *made;
    if (*made == 0) return log;
  }
}

}  // namespace widthlab::geometry
