#ifndef WIDTHLAB_COMMON_NUMERIC_CORRELATION_P_H_
#define WIDTHLAB_COMMON_NUMERIC_CORRELATION_P_H_

#include <cstdint>

#include "absl/types/span.h"
#include "common/numeric/random_stream.h"

namespace widthlab::numeric {

// Pairs up to which every order is tried: 8! = 40,320.
inline constexpr int kMostPairsForAllOrders = 8;

// How often chance alone correlates two lists as strongly.
struct CorrelationP {
  // In (0, 1]; NaN where the correlation is not defined.
  double p = 0;

  // Orders of y that were tried: n! where all were, else as many as were asked for; 0 where p is
  // NaN.
  int64_t orders = 0;

  // Whether all were tried, so that p has no error of its own.
  bool exact = false;
};

// Two-sided permutation test of Pearson's r: the share of orders of y whose |r| with x is at least
// the one found. Give it Ranks() of both for Spearman's.
//
//   RandomStream stream(/*seed=*/0, "diagnostics.permutations");
//   CorrelationP p = CorrelationPValue(Ranks(x), Ranks(y), /*draws=*/9999, stream);
//
// Up to kMostPairsForAllOrders pairs all n! orders are tried, and `stream` is left as it is.
// Beyond, `draws` random orders are, b of them as strong, and p = (b + 1) / (draws + 1), which is
// never below what the draws can show and valid for any number of them (Phipson & Smyth 2010). Its
// standard error is about √(p (1 − p) / draws).
//
// The test asks whether the pairs could be exchanged. Values that drift along the list cannot be:
// their p is too small however they came about.
//
// Orders within 1e-12 of the |r| found count as equal to it, so that rounding breaks no tie. NaN as
// for Pearson. Requires equal lengths and draws ≥ 1. Cost n·draws.
CorrelationP CorrelationPValue(absl::Span<const double> x, absl::Span<const double> y,
                               int64_t draws, RandomStream& stream);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_CORRELATION_P_H_
