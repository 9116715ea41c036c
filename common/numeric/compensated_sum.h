#ifndef WIDTHLAB_COMMON_NUMERIC_COMPENSATED_SUM_H_
#define WIDTHLAB_COMMON_NUMERIC_COMPENSATED_SUM_H_

#include <cmath>

namespace widthlab::numeric {

// A running sum that carries the rounding errors of its additions along (Neumaier's variant of
// Kahan summation): |error| ≤ ε·|sum| + O(n·ε²)·Σ|x|, instead of n·ε·Σ|x|.
//
//   CompensatedSum sum;
//   for (double loss : losses) sum.Add(loss);
//   return sum.Value() / n;
class CompensatedSum {
 public:
  void Add(double x) {
    const double total = sum_ + x;
    // The smaller of the two loses its low bits; they are what the difference brings back.
    lost_ += std::fabs(sum_) >= std::fabs(x) ? (sum_ - total) + x : (x - total) + sum_;
    sum_ = total;
  }

  // Infinite and NaN sums come out as plain addition would give them.
  double Value() const { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_COMPENSATED_SUM_H_
