// Passes in which the size of the residual stream is changed.
//
//   ScaledStates scaled(/*layer=*/3, {0.5, 2});                 // copy i times factor i
//   LevelNorms level(pool, d, loss.ffn_in(0), /*layer=*/3);     // the growth since layer 0 taken
//   back
//
// Either changes X_l before the FFN of layer l reads it, so that the FFN's update is that of the
// changed stream. In a model whose FFNs and attention read through norms, X_l times c is the same
// as every later update divided by c: the logits depend on the direction of the last state alone.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_SCALED_STATES_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_SCALED_STATES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "common/numeric/thread_pool.h"
#include "services/capture/core/sensitivity/changed_pass.h"

namespace widthlab::capture {

class ScaledStates : public ChangedPass {
 public:
  ScaledStates(int64_t layer, std::vector<double> factors)
      : layer_(layer), factors_(std::move(factors)) {}

  void FfnIn(int64_t layer, int64_t copy, absl::Span<float> states) override;

 private:
  const int64_t layer_;
  const std::vector<double> factors_;
};

// Every row takes the Euclidean norm that the same row has in `first` [tokens, d]; one of zeros
// stays.
class LevelNorms : public ChangedPass {
 public:
  // In all layers behind the first, each as it comes once the ones before it were changed.
  static constexpr int64_t kAllLayers = -1;

  LevelNorms(numeric::ThreadPool& pool, int64_t width, absl::Span<const float> first,
             int64_t layer);

  void FfnIn(int64_t layer, int64_t copy, absl::Span<float> states) override;

 private:
  numeric::ThreadPool& pool_;
  const int64_t width_;
  const int64_t layer_;
  const std::vector<double> norms_;
};

// Euclidean norm of each row of states [rows, width].
std::vector<double> RowNorms(numeric::ThreadPool& pool, absl::Span<const float> states,
                             int64_t width);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_SCALED_STATES_H_
