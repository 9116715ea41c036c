#include "services/schedule/core/families/hourglass_families.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {

Hourglass HourglassOf(const model::v1::Architecture& model, const v1::HourglassFamily& options) {
  const double heads = model.heads();
  return {.layers = model.layers(),
          .hidden_size = model.hidden_size(),
          .ratio = options.ratio(),
          .turn = options.turn(),
          .quantum = options.quantum(),
          .ffn_ratio = static_cast<double>(model.ffn_width()) / model.hidden_size(),
          .kv_share = model.has_kv_heads() ? model.kv_heads() / heads : 1,
          .match_effective = options.matching() != v1::PARAMETER_MATCHING_ALLOCATED,
          .symmetric = options.symmetric(),
          .fixed_residual = options.fixed_residual()};
}

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Rotary positions turn pairs of coordinates, so every head needs an even width.
absl::Status CheckQuantum(const model::v1::Architecture& model, int64_t quantum) {
  const int64_t step = 2 * int64_t{model.heads()};
  if (quantum % step == 0) return absl::OkStatus();
  return InvalidField("quantum", absl::StrCat(quantum),
                      absl::StrCat("a multiple of ", step, ", twice the heads"));
}

// Each width once to the nearest multiple; nothing is known of how far that is from the best.
v1::Rounding PublishedRounding() {
  v1::Rounding rounding;
  rounding.set_objective("published");
  rounding.set_reached(kUnknown);
  rounding.set_gap_bound(kUnknown);
  rounding.set_left_over(kUnknown);
  return rounding;
}

absl::StatusOr<FamilyResult> Make(const FamilyInput& input, const v1::HourglassFamily& options,
                                  HourglassCurve curve) {
  const model::v1::Architecture& model = input.spec.architecture();
  RETURN_IF_ERROR(CheckQuantum(model, options.quantum()));
  Hourglass hourglass = HourglassOf(model, options);
  hourglass.curve = curve;
  FamilyResult result;
  ASSIGN_OR_RETURN(const std::vector<int64_t> widths, HourglassWidths(hourglass));
  const int64_t least = *std::min_element(widths.begin(), widths.end());
  if (least < options.quantum()) {
    return InvalidField("quantum", absl::StrCat(options.quantum()),
                        "so small that no width is rounded to 0");
  }
  for (int64_t width : widths) {
    const double ffn = hourglass.ffn_ratio * static_cast<double>(width);
    result.targets.push_back(ffn);
    result.widths.push_back(static_cast<int64_t>(std::nearbyint(ffn)));
  }
  (options.fixed_residual() ? result.attention_widths : result.residual_widths) = widths;
  result.rounding = PublishedRounding();
  return result;
}

}  // namespace

absl::StatusOr<FamilyResult> MakeHourglass(const FamilyInput& input) {
  return Make(input, input.spec.hourglass(), HourglassCurve::kGeometric);
}

absl::StatusOr<FamilyResult> MakeHourglassArithmetic(const FamilyInput& input) {
  return Make(input, input.spec.hourglass_arithmetic(), HourglassCurve::kArithmetic);
}

}  // namespace widthlab::schedule
