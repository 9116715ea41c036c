#include "services/geometry/core/transport/swap_descent.h"

#include <algorithm>
#include <utility>

#include "common/numeric/parallel_for.h"
#include "services/geometry/core/distance/product.h"

namespace widthlab::geometry {
namespace {

struct Exchange {
  double gain;
  int32_t i, k;
};

class SwapDescent {
 public:
  SwapDescent(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy, double least_gain,
              std::vector<int32_t>& permutation)
      : pool_(pool),
        dx_(dx),
        n_(static_cast<int32_t>(dx.rows())),
        least_gain_(least_gain),
        permutation_(permutation),
        dy_(n_, n_),
        best_(n_) {
    for (int32_t i = 0; i < n_; ++i) {
      for (int32_t j = 0; j < n_; ++j) dy_(i, j) = dy(permutation[i], permutation[j]);
    }
    RemakeProduct();
  }

  // Makes the exchanges that the product suggests. Returns how many.
  int64_t Pass() {
    numeric::ParallelFor(pool_, 0, n_, 32, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) best_[i] = BestOf(static_cast<int32_t>(i));
    });
    std::vector<Exchange> suggested;
    for (const Exchange& e : best_) {
      if (e.gain > least_gain_) suggested.push_back(e);
    }
    std::stable_sort(suggested.begin(), suggested.end(),
                     [](const Exchange& a, const Exchange& b) { return a.gain > b.gain; });
    // For a few exchanges the product is brought up to date, for many it is made again.
    const bool few = static_cast<int64_t>(suggested.size()) <= n_ / 16;
    int64_t made = 0;
    for (const Exchange& e : suggested) {
      if (!(Gain(e.i, e.k) > least_gain_)) continue;
      if (few) UpdateProduct(e.i, e.k);
      Make(e.i, e.k);
      ++made;
    }
    if (!few) {
      RemakeProduct();
    } else if (made > 0) {
      fresh_ = false;
    }
    return made;
  }

  // Whether no update has rounded the product since it was made.
  bool fresh() const { return fresh_; }

  void RemakeProduct() {
    product_ = MultiplyTransposed(pool_, dx_, dy_);
    fresh_ = true;
  }

 private:
  Exchange BestOf(int32_t i) const {
    Exchange best{0, i, i};
    const double* row = product_.row(i).data();
    for (int32_t k = 0; k < n_; ++k) {
      if (k == i) continue;
      const double gain =
          row[k] + product_(k, i) - row[i] - product_(k, k) + 2 * dx_(i, k) * dy_(i, k);
      if (gain > best.gain) best = {gain, i, k};
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

  // Column j of D·E changes by (d_i − d_k)(e_kj − e_ij), and then i and k change places.
  void UpdateProduct(int32_t i, int32_t k) {
    const Eigen::RowVectorXd change = dy_.row(k) - dy_.row(i);
    numeric::ParallelFor(pool_, 0, n_, 128, [&](int64_t first, int64_t last) {
      for (int64_t a = first; a < last; ++a) {
        product_.row(a) += (dx_(a, i) - dx_(a, k)) * change;
        std::swap(product_(a, i), product_(a, k));
      }
    });
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
  std::vector<int32_t>& permutation_;
  Matrix dy_;       // in the permutation's order
  Matrix product_;  // D·E
  bool fresh_ = false;
  std::vector<Exchange> best_;  // of each point
};

}  // namespace

SwapLog DescendBySwaps(numeric::ThreadPool& pool, const Matrix& dx, const Matrix& dy,
                       double tolerance, absl::FunctionRef<bool()> cancelled,
                       std::vector<int32_t>& permutation) {
  const double n = static_cast<double>(dx.rows());
  SwapDescent descent(pool, dx, dy, tolerance * n * n / 4, permutation);
  SwapLog log;
  while (true) {
    if (cancelled()) {
      log.cancelled = true;
      return log;
    }
    const int64_t made = descent.Pass();
    log.swaps += made;
    if (made > 0) continue;
    if (descent.fresh()) return log;
    descent.RemakeProduct();
  }
}

}  // namespace widthlab::geometry
