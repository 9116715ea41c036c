// lambda_l and the ablation loss of one layer, with their uncertainty.
//
//   ASSIGN_OR_RETURN(v1::LayerSensitivity layer,
//                    EstimateLayer(loss, 3, {.draws = 2, .epsilon = 0.1, .ablation = true}));
//
// For noise n with |n| = epsilon |update| row by row, (L(+n) + L(-n)) / 2 - L0 has no term of first
// order: over epsilon^2 it is half the curvature of the loss along n / epsilon, up to terms of
// order epsilon^2. lambda_l is its mean over noise and text.
//
// Draws of one batch share its text, so they are not independent of each other: the standard error
// is that of the batches' means (cluster sampling), and of the draws only where there is one batch.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_ESTIMATE_LAYER_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_ESTIMATE_LAYER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/capture/core/sensitivity/changed_loss.h"
#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::capture {

struct EstimateParams {
  int64_t draws = 1;
  double epsilon = 0.1;
  bool ablation = true;
  // The field that an error names.
  std::string epsilon_field = "epsilon";
};

// INVALID_ARGUMENT on params.epsilon_field where the noise makes the loss overflow;
// FAILED_PRECONDITION LOSS_NOT_FINITE where it does without the update; errors of `loss`.
absl::StatusOr<v1::LayerSensitivity> EstimateLayer(ChangedLoss& loss, int64_t layer,
                                                   const EstimateParams& params);

// lambda alone; `place` is what an error calls the layer.
absl::StatusOr<v1::LossRise> EstimateNoise(ChangedLoss& loss, int64_t layer,
                                           const EstimateParams& params, const std::string& place);

// Of values [batches, draws], batch by batch.
v1::LossRise SummariseRise(absl::Span<const double> draw_values, int64_t batches);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_ESTIMATE_LAYER_H_
