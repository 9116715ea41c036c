// Residual widths of the ><former: wide early and late layers, narrow middle ones.
// Source: arXiv 2606.18246.
//
//   ASSIGN_OR_RETURN(const std::vector<int64_t> widths,
//                    HourglassWidths({.layers = 16, .hidden_size = 640}));
//   // 1152, 960, 832, ..., 192, ..., 1152
//
// With layers counted from 1, widths shrink by a- a layer up to layer t = floor(turn L + 1/2), then
// grow by a+, so that the least width is ratio * d and the model has the parameters of the uniform
// one. FFNs are 4 times the residual width, gated, attention has full heads, so that a layer of
// width w has 16 w^2 parameters; another ratio r of the FFN, or a share s of heads for keys and
// values, makes it (2 + 2 s + 3 r) w^2. The order of the steps decides the published numbers:
//
//   1. for a given a-, the real d_1 that meets the budget;
//   2. a- by bisection, so that the real least width is ratio * d (relative error <= 1e-10);
//   3. d_1 rounded to the nearest integer;
//   4. widths from that d_1 and the unrounded a-, a+;
//   5. each width rounded to the quantum once, ties to even.
//
// Nothing is matched again afterwards, so the total drifts by about half a percent.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::schedule {

enum class HourglassCurve { kGeometric, kArithmetic };

struct Hourglass {
  int64_t layers = 0;
  int64_t hidden_size = 0;  // d of the uniform model, and of both embeddings
  double ratio = 0.3;       // least width / d, in (0, 1)
  double turn = 0.75;       // relative depth of the narrowest layer, in (0, 1)
  int64_t quantum = 32;
  double ffn_ratio = 4;  // FFN width / residual width
  double kv_share = 1;   // heads for keys and values / heads

  HourglassCurve curve = HourglassCurve::kGeometric;  // straight lines for kArithmetic

  // Without the weights that read zeros in the first layer, and whose results are cut off after the
  // last (ParameterAccount::unused). False: every allocated weight counts.
  bool match_effective = true;

  // a+ such that d_L = d_1. False: a+ = 1 / a-, so that d_L depends on the turning layer.
  bool symmetric = true;

  // The residual stream stays at d: a layer of width w has (2 + 2 s + 3 r) d w parameters, and all
  // have an effect.
  bool fixed_residual = false;
};

// INVALID_ARGUMENT naming ratio, turn (with the range that this number of layers allows), layers or
// quantum.
absl::StatusOr<std::vector<int64_t>> HourglassWidths(const Hourglass& hourglass);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_H_
