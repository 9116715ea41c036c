// What a pass through a model does to the residual stream of each of its copies of the tokens.
//
//   class Louder : public ChangedPass {
//     void FfnIn(int64_t layer, int64_t copy, absl::Span<float> states) override {
//       if (layer == 3) for (float& x : states) x *= factors[copy];
//     }
//   };
//   RETURN_IF_ERROR(loss.PassLosses(/*layer=*/3, /*copies=*/2, louder, absl::MakeSpan(losses)));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_PASS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_PASS_H_

#include <cstdint>

#include "absl/types/span.h"

namespace widthlab::capture {

// Layers come in their order; spans are those of one copy, [tokens, d]. One copy's changes must not
// depend on another's.
class ChangedPass {
 public:
  virtual ~ChangedPass() = default;

  // Whether FfnUpdate is called: it costs memory.
  virtual bool changes_updates() const { return false; }

  // X_l, and what the FFN of layer l adds to it.
  virtual void FfnIn(int64_t /*layer*/, int64_t /*copy*/, absl::Span<float> /*states*/) {}
  virtual void FfnUpdate(int64_t /*layer*/, int64_t /*copy*/, absl::Span<float> /*update*/) {}
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_PASS_H_
