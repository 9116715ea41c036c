#include "services/capture/core/diagnostics/layer_diagnosis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/diagnostics/joint_loss.h"
#include "services/capture/core/diagnostics/scaled_states.h"

namespace widthlab::capture {
namespace {

bool AllFinite(absl::Span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

// `losses` of every batch under one change.
v1::LossRise RiseOf(absl::Span<const double> losses, absl::Span<const double> base) {
  std::vector<double> values(losses.begin(), losses.end());
  for (size_t b = 0; b < values.size(); ++b) values[b] -= base[b];
  return SummariseRise(values, static_cast<int64_t>(values.size()));
}

}  // namespace

bool Wants(const v1::DiagnoseSpec& spec, std::string_view analysis) {
  return std::find(spec.analyses().begin(), spec.analyses().end(), analysis) !=
         spec.analyses().end();
}

absl::StatusOr<v1::LayerDiagnostics> LayerDiagnosis::OfLayer(int64_t layer) const {
  v1::LayerDiagnostics result;
  if (Wants(spec_, kScaling)) {
    RETURN_IF_ERROR(AddScaled(layer, result));
    ASSIGN_OR_RETURN(*result.mutable_norm_growth_removed(), LevelledRise(layer));
  }
  if (Wants(spec_, kAdditivity)) {
    for (int i = 0; i < spec_.epsilons_size(); ++i) {
      ASSIGN_OR_RETURN(*result.add_noise(),
                       EstimateNoise(loss_, layer, NoiseOf(i), absl::StrCat("layer ", layer)));
    }
  }
  if (Wants(spec_, kResidualStream)) {
    ASSIGN_OR_RETURN(*result.mutable_stream(),
                     reader_.Measure(loss_.ffn_in(layer), loss_.update(layer)));
  }
  loss_.Release(layer);
  return result;
}

absl::StatusOr<v1::Diagnostics> LayerDiagnosis::OfAll() const {
  v1::Diagnostics result;
  if (Wants(spec_, kScaling)) {
    ASSIGN_OR_RETURN(*result.mutable_norm_growth_removed(), LevelledRise(LevelNorms::kAllLayers));
  }
  if (!Wants(spec_, kAdditivity)) return result;
  JointLoss joint(loss_, tokens_, pool_, spec_.seed(), width_);
  for (int i = 0; i < spec_.epsilons_size(); ++i) {
    ASSIGN_OR_RETURN(*result.add_additivity()->mutable_joint(),
                     EstimateNoise(joint, 0, NoiseOf(i), "all layers"));
  }
  return result;
}

EstimateParams LayerDiagnosis::NoiseOf(int index) const {
  return {.draws = spec_.draws(),
          .epsilon = spec_.epsilons(index),
          .ablation = false,
          .epsilon_field = absl::StrCat("epsilons[", index, "]")};
}

absl::Status LayerDiagnosis::AddScaled(int64_t layer, v1::LayerDiagnostics& result) const {
  const size_t batches = loss_.base().size();
  const std::vector<double> factors(spec_.factors().begin(), spec_.factors().end());
  std::vector<double> losses(factors.size() * batches);
  ScaledStates scaled(layer, factors);
  RETURN_IF_ERROR(loss_.PassLosses(layer, static_cast<int64_t>(factors.size()), scaled,
                                   absl::MakeSpan(losses)));
  for (size_t i = 0; i < factors.size(); ++i) {
    const absl::Span<const double> own = absl::MakeConstSpan(losses).subspan(i * batches, batches);
    if (!AllFinite(own)) {
      return InvalidField(absl::StrCat("factors[", i, "]"), absl::StrCat(factors[i]),
                          absl::StrCat("nearer to 1: with the states of layer ", layer,
                                       " multiplied by it the model's loss is not finite"));
    }
    *result.add_scaled() = RiseOf(own, loss_.base());
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::LossRise> LayerDiagnosis::LevelledRise(int64_t layer) const {
  const bool all = layer == LevelNorms::kAllLayers;
  std::vector<double> losses(loss_.base().size());
  LevelNorms level(pool_, width_, loss_.ffn_in(0), layer);
  RETURN_IF_ERROR(loss_.PassLosses(all ? 0 : layer, 1, level, absl::MakeSpan(losses)));
  if (!AllFinite(losses)) {
    return FailedPrecondition(
        "LOSS_NOT_FINITE",
        absl::StrCat("with the norms of ", all ? "all layers" : absl::StrCat("layer ", layer),
                     " brought to those of layer 0 the model's loss is not finite; leave "
                     "\"scaling\" out of analyses"));
  }
  return RiseOf(losses, loss_.base());
}

}  // namespace widthlab::capture
