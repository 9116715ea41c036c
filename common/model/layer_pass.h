// One layer over all sequences, wherever it is computed.
//
//   RETURN_IF_ERROR(pass.Attend(tokens, states, update));
//   RETURN_IF_ERROR(pass.FeedForward(tokens, states, normed, update));
//
// States are float32 [tokens, d] in the caller's memory. Every sequence is cut into fixed blocks,
// so the bits do not depend on which sequences run together. Errors: CANCELLED, INTERNAL for what
// LibTorch throws, RESOURCE_EXHAUSTED where a device has no room.
#ifndef WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_
#define WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/model/token_sequences.h"

namespace widthlab::model {

class LayerPass {
 public:
  virtual ~LayerPass() = default;

  // What attention adds goes to `update` [tokens, d], or to `states` where that is empty.
  virtual absl::Status Attend(const TokenSequences& tokens, absl::Span<float> states,
                              absl::Span<float> update) const = 0;

  // The same of the FFN; what its matrices read goes to `normed` [tokens, d], unless that is empty.
  virtual absl::Status FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                                   absl::Span<float> normed, absl::Span<float> update) const = 0;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_
