#include "clients/cpp/stages/patience.h"

#include <algorithm>

#include "absl/time/clock.h"
#include "common/status/error.h"

namespace widthlab::client {
namespace {

constexpr absl::Duration kCancelInterval = absl::Milliseconds(50);

}  // namespace

void Patience::Answered() {
  pause_ = options_.shortest;
  deadline_ = absl::InfinitePast();
}

absl::Status Patience::WaitAfter(const absl::Status& status) {
  const absl::Time now = absl::Now();
  if (deadline_ == absl::InfinitePast()) deadline_ = now + options_.total;
  if (now >= deadline_) return status;
  const absl::Time until = std::min(now + pause_, deadline_);
  pause_ = std::min(2 * pause_, options_.longest);
  while (absl::Now() < until) {
    if (absl::Status cancelled = cancel_.Check(); !cancelled.ok()) return cancelled;
    absl::SleepFor(std::min(kCancelInterval, until - absl::Now()));
  }
  return cancel_.Check();
}

bool IsPassing(const absl::Status& status) {
  if (status.code() == absl::StatusCode::kResourceExhausted) {
    const auto facts = FactsOf(status);
    return facts.has_value() && facts->reason == "QUEUE_FULL";
  }
  return status.code() == absl::StatusCode::kUnavailable ||
         status.code() == absl::StatusCode::kDeadlineExceeded;
}

}  // namespace widthlab::client
