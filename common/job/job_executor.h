// Runs the jobs of one area: a bounded number at a time, the others queued in order of arrival.
//
//   JobExecutor executor(*store, {.area = "training", .max_running = 2}, metrics);
//   executor.Register("training.Train", TrainHandler);
//   RETURN_IF_ERROR(executor.Start());                   // queues again what a crash left behind
//   ASSIGN_OR_RETURN(const v1::Job job, executor.Submit({.kind = "training.Train", ...}));
//   executor.Watch(job.name(), [](const v1::Job& job) { return Show(job); }, KeepGoing);
//
// A job is journalled before Submit returns, so it outlives a crash: jobs that were RUNNING are
// queued again with one more attempt, jobs that were CANCELLING are CANCELLED. Safe to use from
// many threads.
#ifndef WIDTHLAB_COMMON_JOB_JOB_EXECUTOR_H_
#define WIDTHLAB_COMMON_JOB_JOB_EXECUTOR_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/job/job_context.h"
#include "common/job/job_store.h"
#include "common/job/live_job.h"
#include "common/metrics/metrics.h"
#include "google/protobuf/any.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

struct JobExecutorOptions {
  // First part of the jobs' names, for instance "training".
  std::string area = {};
  int max_running = 1;
  // Beyond this many waiting jobs Submit answers QUEUE_FULL.
  int max_queued = 10'000;
  // A job that took the server down this often is FAILED, so that it cannot do it for ever.
  int max_attempts = 25;
};

struct JobRequest {
  std::string kind = {};
  google::protobuf::Any payload = {};
  google::protobuf::Any metadata = {};
  // Optional. A repeated id with equal content gets the first job, unless that ended FAILED or
  // CANCELLED.
  std::string request_id = {};
  std::string content = {};
};

class JobExecutor {
 public:
  // `store` and `metrics` must outlive the executor.
  JobExecutor(JobStore& store, JobExecutorOptions options, metrics::Metrics& metrics);

  // Stops, however long the running jobs take to notice.
  ~JobExecutor();

  // What jobs of `kind` do. Before Start.
  void Register(std::string kind, JobHandler handler);

  // Opens for business: until then Submit is UNAVAILABLE. Errors of the store.
  absl::Status Start();

  // RESOURCE_EXHAUSTED QUEUE_FULL, ALREADY_EXISTS REQUEST_ID_TAKEN, UNAVAILABLE SERVER_DRAINING,
  // errors of the store.
  absl::StatusOr<v1::Job> Submit(const JobRequest& request);

  // NOT_FOUND JOB_NOT_FOUND.
  absl::StatusOr<v1::Job> Get(std::string_view name);

  // Newest first.
  absl::StatusOr<std::vector<v1::Job>> List(const JobQuery& query);

  // Calls `on_job` with the job now and after each change, at most ten times a second, last in its
  // final state. Ends early when `on_job` returns an error or `check`, asked ten times a second,
  // does. NOT_FOUND JOB_NOT_FOUND.
  absl::Status Watch(std::string_view name, absl::FunctionRef<absl::Status(const v1::Job&)> on_job,
                     absl::FunctionRef<absl::Status()> check);

  // Calls `on_event` with every event of the job from its first, until the job ends.
  absl::Status WatchEvents(std::string_view name,
                           absl::FunctionRef<absl::Status(const std::string&)> on_event,
                           absl::FunctionRef<absl::Status()> check);

  // Queued jobs are CANCELLED at once, running ones CANCELLING until they notice. A final job is
  // returned as it is. NOT_FOUND JOB_NOT_FOUND.
  absl::StatusOr<v1::Job> Cancel(std::string_view name);

  // Takes no more jobs and interrupts those that run; they are queued again at the next start.
  // False where some have not ended within `grace`.
  bool Stop(absl::Duration grace);

  const std::string& area() const { return options_.area; }

 private:
  using LiveJobPtr = std::shared_ptr<LiveJob>;

  absl::Status Recover(const JobRecord& record);
  absl::Status Admit(const JobRequest& request) const;
  void WorkerMain();
  void SaverMain();
  void RunOne(LiveJob& live);
  absl::Status Begin(LiveJob& live);
  absl::StatusOr<google::protobuf::Any> Handle(LiveJob& live);
  void End(LiveJob& live, const absl::StatusOr<google::protobuf::Any>& result);
  // Makes the job final; where the store fails, watchers see it at once and the saver tries again.
  void Finish(LiveJob& live, absl::FunctionRef<void(v1::Job&)> outcome);
  LiveJobPtr FindLive(std::string_view name) const;
  void SaveLiveJobs();
  void ReportTokenRates(const std::vector<LiveJobPtr>& jobs);
  void UpdateGaugesLocked();

  JobStore& store_;
  const JobExecutorOptions options_;
  metrics::Metrics& metrics_;
  metrics::JobQueue& gauges_;
  std::map<std::string, JobHandler, std::less<>> handlers_;

  // Held over a whole Submit, so that admission and journal agree.
  std::mutex submit_mutex_;

  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable idle_;
  std::deque<LiveJobPtr> queue_;
  std::map<std::string, LiveJobPtr, std::less<>> live_;
  int running_ = 0;
  bool started_ = false;
  std::atomic<bool> stopping_{false};
  std::condition_variable save_now_;
  std::vector<std::thread> threads_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_EXECUTOR_H_
