#include "services/capture/core/sensitivity/estimate_layer.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/moments.h"
#include "common/numeric/student_t.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::capture {
namespace {

constexpr double kUpperTail = 0.975;

bool AllFinite(absl::Span<const double> values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

absl::StatusOr<v1::LossRise> AblationRise(ChangedLoss& loss, int64_t layer) {
  const size_t batches = loss.base().size();
  std::vector<double> values(batches);
  RETURN_IF_ERROR(loss.Losses(layer, {{.removed = true}}, absl::MakeSpan(values)));
  if (!AllFinite(values)) {
    return FailedPrecondition("LOSS_NOT_FINITE",
                              absl::StrCat("without the update of layer ", layer,
                                           " the model's loss is not finite; measure with ablation "
                                           "false, or without this layer"));
  }
  for (size_t b = 0; b < batches; ++b) values[b] -= loss.base()[b];
  return SummariseRise(values, static_cast<int64_t>(batches));
}

}  // namespace

v1::LossRise SummariseRise(absl::Span<const double> draw_values, int64_t batches) {
  const size_t draws = draw_values.size() / static_cast<size_t>(batches);
  std::vector<double> values;
  if (batches == 1) values.assign(draw_values.begin(), draw_values.end());
  for (size_t b = 0; batches > 1 && b < static_cast<size_t>(batches); ++b) {
    values.push_back(numeric::Mean(draw_values.subspan(b * draws, draws)));
  }
  v1::LossRise rise;
  rise.set_mean(numeric::Mean(values));
  rise.set_standard_error(numeric::StandardError(values));
  *rise.mutable_values() = {values.begin(), values.end()};
  *rise.mutable_draw_values() = {draw_values.begin(), draw_values.end()};
  double half = std::numeric_limits<double>::quiet_NaN();
  if (values.size() > 1) {
    half = rise.standard_error() *
           numeric::StudentTQuantile(kUpperTail, static_cast<double>(values.size() - 1));
  }
  rise.set_low(rise.mean() - half);
  rise.set_high(rise.mean() + half);
  rise.set_above_zero(rise.low() > 0);
  return rise;
}

absl::StatusOr<v1::LossRise> EstimateNoise(ChangedLoss& loss, int64_t layer,
                                           const EstimateParams& params, const std::string& place) {
  std::vector<Change> changes;
  for (int64_t draw = 0; draw < params.draws; ++draw) {
    changes.push_back({.draw = draw, .factor = params.epsilon});
    changes.push_back({.draw = draw, .factor = -params.epsilon});
  }
  const size_t batches = loss.base().size(), draws = static_cast<size_t>(params.draws);
  std::vector<double> losses(changes.size() * batches);
  RETURN_IF_ERROR(loss.Losses(layer, changes, absl::MakeSpan(losses)));
  if (!AllFinite(losses)) {
    return InvalidField(
        params.epsilon_field, absl::StrCat(params.epsilon),
        absl::StrCat("smaller: with such noise in ", place, " the model's loss is not finite"));
  }
  std::vector<double> values(batches * draws);
  for (size_t b = 0; b < batches; ++b) {
    for (size_t draw = 0; draw < draws; ++draw) {
      const double plus = losses[2 * draw * batches + b];
      const double minus = losses[(2 * draw + 1) * batches + b];
      // Each difference by itself: both are small beside the losses.
      const double rise = ((plus - loss.base()[b]) + (minus - loss.base()[b])) / 2;
      values[b * draws + draw] = rise / (params.epsilon * params.epsilon);
    }
  }
  return SummariseRise(values, static_cast<int64_t>(batches));
}

absl::StatusOr<v1::LayerSensitivity> EstimateLayer(ChangedLoss& loss, int64_t layer,
                                                   const EstimateParams& params) {
  v1::LayerSensitivity result;
  ASSIGN_OR_RETURN(*result.mutable_noise(),
                   EstimateNoise(loss, layer, params, absl::StrCat("layer ", layer)));
  if (params.ablation) {
    ASSIGN_OR_RETURN(*result.mutable_ablation(), AblationRise(loss, layer));
  }
  return result;
}

}  // namespace widthlab::capture
