// Who looks at the residual stream, or changes it, while a model's layers run over it.
//
//   class Ablation : public LayerVisitor {
//     bool wants_contributions() const override { return true; }
//     absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
//       if (layer == 3) std::fill(update.begin(), update.end(), 0.0f);
//       return absl::OkStatus();
//     }
//   };
//
// All spans are [tokens, d], all sequences one after the other. Calls come from the thread that
// runs the layers, in the order of this header, layer by layer, and each may change what it is
// given. An error ends the pass and is returned.
#ifndef WIDTHLAB_COMMON_MODEL_LAYER_VISITOR_H_
#define WIDTHLAB_COMMON_MODEL_LAYER_VISITOR_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::model {

class LayerVisitor {
 public:
  virtual ~LayerVisitor() = default;

  // Whether AttentionUpdate and FfnUpdate, and whether FfnNorm are called: they cost memory or
  // time.
  virtual bool wants_contributions() const { return false; }
  virtual bool wants_ffn_norm() const { return false; }

  // What attention adds to the stream, after the norm behind it where there is one.
  virtual absl::Status AttentionUpdate(int64_t /*layer*/, absl::Span<float> /*update*/) {
    return absl::OkStatus();
  }
  // X_l: the stream that enters the FFN sub-block, before its norm.
  virtual absl::Status FfnIn(int64_t /*layer*/, absl::Span<float> /*states*/) {
    return absl::OkStatus();
  }
  // What the FFN's matrices read. Changes have no effect.
  virtual absl::Status FfnNorm(int64_t /*layer*/, absl::Span<const float> /*normed*/) {
    return absl::OkStatus();
  }
  // What the FFN adds to the stream, after the norm behind it where there is one.
  virtual absl::Status FfnUpdate(int64_t /*layer*/, absl::Span<float> /*update*/) {
    return absl::OkStatus();
  }
  // Y_l: the stream after the FFN's update has been added.
  virtual absl::Status FfnOut(int64_t /*layer*/, absl::Span<float> /*states*/) {
    return absl::OkStatus();
  }
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_LAYER_VISITOR_H_
