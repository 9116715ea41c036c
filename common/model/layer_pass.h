// One layer over all sequences, in blocks of tokens on the process's threads. LibTorch inside.
//
//   const LayerPass pass(a, layer, tasks);                          // LayerForward, PoolTasks
//   RETURN_IF_ERROR(pass.Attend(tokens, states, update));
//   RETURN_IF_ERROR(pass.FeedForward(tokens, states, normed, update));
//
// Every sequence is cut into fixed blocks of kTokenBlock rows, so the bits do not depend on the
// number of threads, nor on which sequences run together. Errors: CANCELLED, INTERNAL for what
// LibTorch throws.
#ifndef WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_
#define WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/layer_forward.h"
#include "common/model/pool_tasks.h"
#include "common/model/token_sequences.h"

namespace widthlab::model {

// Tokens whose queries, keys and values are held at once, unless one sequence is longer.
inline constexpr int64_t kTokensAtOnce = 4096;

class LayerPass {
 public:
  // All references outlive the object.
  LayerPass(const architecture::Architecture& a, const LayerForward& layer, const PoolTasks& tasks)
      : a_(a), layer_(layer), tasks_(tasks) {}

  // What attention adds goes to `update` [tokens, d], or to `states` where that is empty.
  absl::Status Attend(const TokenSequences& tokens, absl::Span<float> states,
                      absl::Span<float> update) const;

  // The same of the FFN; what its matrices read goes to `normed` [tokens, d], unless that is empty.
  absl::Status FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                           absl::Span<float> normed, absl::Span<float> update) const;

 private:
  // Sequences [first, last).
  absl::Status AttendSome(const TokenSequences& tokens, int64_t first, int64_t last,
                          absl::Span<float> states, absl::Span<float> update) const;

  const architecture::Architecture& a_;
  const LayerForward& layer_;
  const PoolTasks& tasks_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_LAYER_PASS_H_
