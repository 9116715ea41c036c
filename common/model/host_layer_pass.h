// One layer over all sequences on the process's threads. LibTorch inside.
//
//   const HostLayerPass pass(a, LayerForward(a, weights, layer, angles, type), tasks);
//
// Blocks have kTokenBlock rows, and the bits do not depend on the number of threads.
#ifndef WIDTHLAB_COMMON_MODEL_HOST_LAYER_PASS_H_
#define WIDTHLAB_COMMON_MODEL_HOST_LAYER_PASS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/layer_forward.h"
#include "common/model/layer_pass.h"
#include "common/model/pool_tasks.h"
#include "common/model/token_sequences.h"

namespace widthlab::model {

// Tokens whose queries, keys and values are held at once, unless one sequence is longer.
inline constexpr int64_t kTokensAtOnce = 4096;

class HostLayerPass final : public LayerPass {
 public:
  // `a`, `tasks` and what `layer` refers to outlive the object.
  HostLayerPass(const architecture::Architecture& a, const LayerForward& layer,
                const PoolTasks& tasks)
      : a_(a), layer_(layer), tasks_(tasks) {}

  absl::Status Attend(const TokenSequences& tokens, absl::Span<float> states,
                      absl::Span<float> update) const override;
  absl::Status FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                           absl::Span<float> normed, absl::Span<float> update) const override;

 private:
  // Sequences [first, last).
  absl::Status AttendSome(const TokenSequences& tokens, int64_t first, int64_t last,
                          absl::Span<float> states, absl::Span<float> update) const;

  const architecture::Architecture& a_;
  const LayerForward layer_;
  const PoolTasks& tasks_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HOST_LAYER_PASS_H_
