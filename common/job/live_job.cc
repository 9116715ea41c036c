#include "common/job/live_job.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/time/clock.h"
#include "common/status/macros.h"

namespace widthlab::job {

void LiveJob::Bump() {
  ++version_;
  changed_.notify_all();
}

void LiveJob::Report(const ProgressReport& report) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (IsFinal(job_.state())) return;
  tracker_.Update(report, absl::Now());
  *job_.mutable_progress() = tracker_.progress();
  Bump();
}

void LiveJob::Publish(const std::string& event) {
  std::lock_guard<std::mutex> lock(mutex_);
  events_.push_back(event);
  Bump();
}

void LiveJob::Cancel() {
  cancel_requested_ = true;
  cancel_.Cancel();
}

v1::Job LiveJob::Snapshot() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return job_;
}

void LiveJob::Change(absl::FunctionRef<void(v1::Job&)> change) {
  std::lock_guard<std::mutex> lock(mutex_);
  change(job_);
  Bump();
}

int64_t LiveJob::WaitForChange(int64_t seen, absl::Time deadline) const {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_until(lock, absl::ToChronoTime(deadline), [&] { return version_ != seen; });
  return version_;
}

std::vector<std::string> LiveJob::EventsFrom(int64_t first, int limit) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const int64_t count = static_cast<int64_t>(events_.size());
  if (first >= count) return {};
  const int64_t last = std::min<int64_t>(count, first + limit);
  return {events_.begin() + first, events_.begin() + last};
}

absl::Status LiveJob::SaveEvents(JobStore& store) {
  std::vector<std::string> events;
  std::string name;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    events.assign(events_.begin() + saved_events_, events_.end());
    name = job_.name();
  }
  if (events.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(store.AppendEvents(name, saved_events_, events));
  saved_events_ += static_cast<int64_t>(events.size());
  return absl::OkStatus();
}

absl::Status LiveJob::Commit(JobStore& store, absl::FunctionRef<void(v1::Job&)> change) {
  std::lock_guard<std::mutex> store_lock(store_mutex_);
  RETURN_IF_ERROR(SaveEvents(store));
  v1::Job next = Snapshot();
  change(next);
  RETURN_IF_ERROR(store.Update(next));
  std::lock_guard<std::mutex> lock(mutex_);
  // Progress or metadata may have moved on meanwhile; `change` is what counts.
  change(job_);
  Bump();
  saved_version_ = version_;
  return absl::OkStatus();
}

absl::Status LiveJob::Save(JobStore& store) {
  std::lock_guard<std::mutex> store_lock(store_mutex_);
  v1::Job job;
  int64_t version;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (version_ == saved_version_) return absl::OkStatus();
    job = job_;
    version = version_;
  }
  RETURN_IF_ERROR(SaveEvents(store));
  RETURN_IF_ERROR(store.Update(job));
  std::lock_guard<std::mutex> lock(mutex_);
  saved_version_ = version;
  return absl::OkStatus();
}

}  // namespace widthlab::job
