// A job that is queued or running: its state as watchers see it, its progress and its events.
//
// Everybody who needs it holds a shared_ptr; it becomes final once and never changes after that.
// Safe to use from many threads.
#ifndef WIDTHLAB_COMMON_JOB_LIVE_JOB_H_
#define WIDTHLAB_COMMON_JOB_LIVE_JOB_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "common/job/cancel_token.h"
#include "common/job/job_store.h"
#include "common/job/progress_sink.h"
#include "common/job/progress_tracker.h"

namespace widthlab::job {

class LiveJob final : public ProgressSink {
 public:
  explicit LiveJob(JobRecord record)
      : job_(std::move(record.job)), payload_(std::move(record.payload)) {}

  void Report(const ProgressReport& report) override;
  void Publish(const std::string& event) override;

  v1::Job Snapshot() const;
  const google::protobuf::Any& payload() const { return payload_; }

  // What the handler looks at.
  const CancelToken& cancel() const { return cancel_; }

  // Stops the handler because somebody asked for it, or because the server stops.
  void Cancel();
  void Interrupt() { cancel_.Cancel(); }
  bool CancelRequested() const { return cancel_requested_.load(); }

  // Changes what watchers see, at once.
  void Change(absl::FunctionRef<void(v1::Job&)> change);

  // Counts changes and events. Waits until it is no longer `seen` or `deadline` has come, and
  // returns it.
  int64_t WaitForChange(int64_t seen, absl::Time deadline) const;

  // Events from index `first` on.
  std::vector<std::string> EventsFrom(int64_t first, int limit) const;

  // Writes the job to the store as `change` makes it, and only then shows it to watchers. `change`
  // is called twice and must do the same both times.
  absl::Status Commit(JobStore& store, absl::FunctionRef<void(v1::Job&)> change);

  // Writes progress, metadata and events that the store does not have yet.
  absl::Status Save(JobStore& store);

 private:
  absl::Status SaveEvents(JobStore& store);
  void Bump();

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  v1::Job job_;
  ProgressTracker tracker_;
  std::vector<std::string> events_;
  int64_t version_ = 0;
  int64_t saved_version_ = 0;

  // One writer to the store at a time, so that it always has the newest. Taken before mutex_.
  std::mutex store_mutex_;
  int64_t saved_events_ = 0;

  const google::protobuf::Any payload_;
  CancelToken cancel_;
  std::atomic<bool> cancel_requested_{false};
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_LIVE_JOB_H_
