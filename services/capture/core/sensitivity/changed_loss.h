// The loss of a model as a function of what one FFN adds to the residual stream. The seam between
// the estimator, which knows statistics, and the model, which knows layers.
//
//   std::vector<double> losses(2 * loss.base().size());
//   RETURN_IF_ERROR(loss.Losses(/*layer=*/3, {{.draw = 0, .factor = 0.1},
//                                             {.draw = 0, .factor = -0.1}},
//                                             absl::MakeSpan(losses)));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_LOSS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_LOSS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::capture {

// What happens to an update: noise of `factor` times its length (relative_noise.h), or nothing is
// left of it.
struct Change {
  int64_t draw = 0;
  double factor = 0;
  bool removed = false;
};

class ChangedLoss {
 public:
  virtual ~ChangedLoss() = default;

  // Loss of every batch as the model is, in nats.
  virtual absl::Span<const double> base() const = 0;

  // losses[c * batches + b] is that of batch b under change c, and may be any double. Errors are
  // those of the machine, and CANCELLED.
  virtual absl::Status Losses(int64_t layer, absl::Span<const Change> changes,
                              absl::Span<double> losses) = 0;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_CHANGED_LOSS_H_
