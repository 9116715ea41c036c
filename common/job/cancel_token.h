// Tells a computation that nobody wants its result any more.
//
//   for (int layer = 0; layer < layers; ++layer) {
//     RETURN_IF_ERROR(cancel.Check());
//     ...
//   }
//
// A step checks it at least every half second. Safe to use from many threads.
#ifndef WIDTHLAB_COMMON_JOB_CANCEL_TOKEN_H_
#define WIDTHLAB_COMMON_JOB_CANCEL_TOKEN_H_

#include <atomic>

#include "absl/status/status.h"

namespace widthlab::job {

class CancelToken {
 public:
  CancelToken() = default;
  CancelToken(const CancelToken&) = delete;
  CancelToken& operator=(const CancelToken&) = delete;

  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool IsCancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // CANCELLED once Cancel was called.
  absl::Status Check() const {
    return IsCancelled() ? absl::CancelledError("cancelled on request") : absl::OkStatus();
  }

 private:
  std::atomic<bool> cancelled_{false};
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_CANCEL_TOKEN_H_
