// Trying again as a value: how often, how long between, and who sleeps.
//
//   RetryPolicy policy;                       // five attempts within about 1.5 s
//   policy.sleep = [&](absl::Duration d) { slept += d; };            // in a test
//   absl::StatusOr<Job> job = Retry(policy, [&] { return GetJob(stub, name); });
//
// Only for calls that may be made twice: reads, cancels, uploads by content, and whatever carries a
// request id. Only UNAVAILABLE is tried again: the server was not there or is going away, so the
// same call may find another one. Every other error comes back at once as it is.
#ifndef WIDTHLAB_CLIENTS_CPP_RETRY_H_
#define WIDTHLAB_CLIENTS_CPP_RETRY_H_

#include <functional>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace widthlab::client {

struct RetryPolicy {
  // At least 1.
  int max_attempts = 5;

  // Before the second attempt; each later one is `growth` times as long, at most `max_delay`.
  absl::Duration initial_delay = absl::Milliseconds(100);
  double growth = 2;
  absl::Duration max_delay = absl::Seconds(5);

  // A number in [0, 1); delays are multiplied by 0.5 + jitter() / 2, so that many clients of a
  // server that restarts do not come back at the same moment. Unset: drawn at random.
  std::function<double()> jitter = {};

  std::function<void(absl::Duration)> sleep = absl::SleepFor;
};

bool IsTransient(const absl::Status& status);

// How long to wait after attempt number `attempt`, from 1.
absl::Duration DelayAfter(const RetryPolicy& policy, int attempt);

namespace retry_internal {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}

}  // namespace retry_internal

// Calls `attempt`, which returns absl::Status or absl::StatusOr, until it does not fail in passing
// or no attempt is left; returns what the last attempt returned.
template <typename Attempt>
std::invoke_result_t<Attempt&> Retry(const RetryPolicy& policy, Attempt&& attempt) {
  for (int tries = 1;; ++tries) {
    auto result = attempt();
    if (!IsTransient(retry_internal::StatusOf(result)) || tries >= policy.max_attempts) {
      return result;
    }
    policy.sleep(DelayAfter(policy, tries));
  }
}

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_RETRY_H_
