// The loss with noise on the updates of all FFNs at once.
//
//   JointLoss joint(loss, tokens, pool, /*seed=*/7, /*width=*/576);
//   EstimateNoise(joint, /*layer=*/0, params, "all layers");
//
// The noise of each layer is, to the bit, what the same draw puts on this layer alone: it is as
// long as the update of the undisturbed model says, not as that of the disturbed one.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_JOINT_LOSS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_JOINT_LOSS_H_

#include <cstdint>

#include "common/model/stream_decoder.h"
#include "common/numeric/thread_pool.h"
#include "services/capture/core/sensitivity/changed_loss.h"
#include "services/capture/core/sensitivity/model_loss.h"

namespace widthlab::capture {

class JointLoss : public ChangedLoss {
 public:
  // `loss` has kept every layer, and all outlive this. `seed` and `width` are the loss's own.
  JointLoss(const ModelLoss& loss, const model::TokenSequences& tokens, numeric::ThreadPool& pool,
            uint64_t seed, int64_t width)
      : loss_(loss), tokens_(tokens), pool_(pool), seed_(seed), width_(width) {}

  absl::Span<const double> base() const override { return loss_.base(); }

  // Whatever `layer` is. A change that removes updates is not one of these.
  absl::Status Losses(int64_t layer, absl::Span<const Change> changes,
                      absl::Span<double> losses) override;

 private:
  class Noise;

  const ModelLoss& loss_;
  const model::TokenSequences& tokens_;
  numeric::ThreadPool& pool_;
  const uint64_t seed_;
  const int64_t width_;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_JOINT_LOSS_H_
