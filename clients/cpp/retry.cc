#include "clients/cpp/retry.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace widthlab::client {
namespace {

double RandomJitter() {
  thread_local std::minstd_rand generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

}  // namespace

bool IsTransient(const absl::Status& status) {
  return status.code() == absl::StatusCode::kUnavailable;
}

absl::Duration DelayAfter(const RetryPolicy& policy, int attempt) {
  const absl::Duration full =
      std::min(policy.max_delay, policy.initial_delay * std::pow(policy.growth, attempt - 1));
  const double jitter = policy.jitter ? policy.jitter() : RandomJitter();
  return full * (0.5 + jitter / 2);
}

}  // namespace widthlab::client
