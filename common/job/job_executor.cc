#include "common/job/job_executor.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/job/job_name.h"
#include "common/job/job_outcome.h"
#include "common/job/proto_time.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/status/status_proto.h"

namespace widthlab::job {
namespace {

constexpr absl::Duration kSaveEvery = absl::Seconds(1);

}  // namespace

JobExecutor::JobExecutor(JobStore& store, JobExecutorOptions options, metrics::Metrics& metrics)
    : store_(store),
      options_(std::move(options)),
      metrics_(metrics),
      gauges_(metrics.Queue(options_.area)) {}

JobExecutor::~JobExecutor() {
  Stop(absl::InfiniteDuration());
  for (std::thread& thread : threads_) thread.join();
}

void JobExecutor::Register(std::string kind, JobHandler handler) {
  metrics_.Kind(kind);
  handlers_[std::move(kind)] = std::move(handler);
}

absl::Status JobExecutor::Start() {
  ASSIGN_OR_RETURN(const std::vector<JobRecord> unfinished, store_.Unfinished());
  for (const JobRecord& record : unfinished) RETURN_IF_ERROR(Recover(record));
  for (int i = 0; i < options_.max_running; ++i) threads_.emplace_back([this] { WorkerMain(); });
  threads_.emplace_back([this] { SaverMain(); });
  std::lock_guard<std::mutex> lock(mutex_);
  started_ = true;
  return absl::OkStatus();
}

absl::Status JobExecutor::Recover(const JobRecord& record) {
  v1::Job job = record.job;
  if (job.state() == v1::JOB_STATE_CANCELLING) {
    SetCancelled(job);
    *job.mutable_end_time() = ProtoNow();
    return store_.Update(job);
  }
  if (job.attempt() >= options_.max_attempts) {
    SetFailed(job, MakeError(absl::StatusCode::kAborted, {.reason = "TOO_MANY_ATTEMPTS"},
                             absl::StrCat("the server stopped ", job.attempt(),
                                          " times while it ran this job; start it again by hand")));
    *job.mutable_end_time() = ProtoNow();
    return store_.Update(job);
  }
  job.set_state(v1::JOB_STATE_QUEUED);
  RETURN_IF_ERROR(store_.Update(job));
  auto live = std::make_shared<LiveJob>(JobRecord{job, record.payload, record.content});
  std::lock_guard<std::mutex> lock(mutex_);
  live_[job.name()] = live;
  queue_.push_back(std::move(live));
  UpdateGaugesLocked();
  return absl::OkStatus();
}

void JobExecutor::UpdateGaugesLocked() { gauges_.Set(static_cast<int>(queue_.size()), running_); }

absl::Status JobExecutor::Admit(const JobRequest& request) const {
  if (handlers_.find(request.kind) == handlers_.end()) {
    return absl::InternalError(absl::StrCat("no handler for jobs of kind ", request.kind));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (stopping_) {
    return MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_DRAINING"},
                     "the server is stopping; try again after its next start");
  }
  if (!started_) {
    return MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_STARTING"},
                     "the server is starting; try again in a moment");
  }
  if (static_cast<int>(queue_.size()) < options_.max_queued) return absl::OkStatus();
  return MakeError(
      absl::StatusCode::kResourceExhausted, {.reason = "QUEUE_FULL"},
      absl::StrCat(queue_.size(), " jobs wait already; try again when some have ended"));
}

absl::StatusOr<v1::Job> JobExecutor::Submit(const JobRequest& request) {
  std::lock_guard<std::mutex> submit_lock(submit_mutex_);
  ASSIGN_OR_RETURN(const std::optional<v1::Job> first,
                   store_.FindRequest(request.request_id, request.content));
  if (first.has_value()) return Get(first->name());
  RETURN_IF_ERROR(Admit(request));

  JobRecord record{.payload = request.payload, .content = request.content};
  record.job.set_name(NewJobName(options_.area));
  record.job.set_kind(request.kind);
  record.job.set_state(v1::JOB_STATE_QUEUED);
  record.job.set_request_id(request.request_id);
  record.job.mutable_progress()->set_eta_seconds(-1);
  *record.job.mutable_metadata() = request.metadata;
  *record.job.mutable_create_time() = ProtoNow();
  ASSIGN_OR_RETURN(const InsertedJob inserted, store_.Insert(record));
  if (!inserted.created) return inserted.job;

  auto live = std::make_shared<LiveJob>(record);
  std::lock_guard<std::mutex> lock(mutex_);
  live_[record.job.name()] = live;
  queue_.push_back(std::move(live));
  UpdateGaugesLocked();
  work_.notify_one();
  return record.job;
}

JobExecutor::LiveJobPtr JobExecutor::FindLive(std::string_view name) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = live_.find(name);
  return it == live_.end() ? nullptr : it->second;
}

absl::StatusOr<v1::Job> JobExecutor::Get(std::string_view name) {
  if (const LiveJobPtr live = FindLive(name); live != nullptr) return live->Snapshot();
  ASSIGN_OR_RETURN(const JobRecord record, store_.Get(name));
  return record.job;
}

absl::StatusOr<std::vector<v1::Job>> JobExecutor::List(const JobQuery& query) {
  ASSIGN_OR_RETURN(std::vector<v1::Job> jobs, store_.List(query));
  for (v1::Job& job : jobs) {
    if (const LiveJobPtr live = FindLive(job.name()); live != nullptr) job = live->Snapshot();
  }
  return jobs;
}

absl::StatusOr<v1::Job> JobExecutor::Cancel(std::string_view name) {
  LiveJobPtr live;
  bool queued = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto it = live_.find(name);
    if (it != live_.end()) {
      live = it->second;
      const auto place = std::find(queue_.begin(), queue_.end(), live);
      queued = place != queue_.end();
      if (queued) queue_.erase(place);
      UpdateGaugesLocked();
    }
  }
  if (live == nullptr) return Get(name);
  if (queued) {
    Finish(*live, SetCancelled);
    return live->Snapshot();
  }
  live->Cancel();
  // Journalled, so that a crash now does not bring the job back. A job that ended meanwhile stays
  // as it is.
  const absl::Status saved = live->Commit(store_, [](v1::Job& job) {
    if (!IsFinal(job.state())) job.set_state(v1::JOB_STATE_CANCELLING);
  });
  if (!saved.ok()) return saved;
  return live->Snapshot();
}

void JobExecutor::WorkerMain() {
  for (;;) {
    LiveJobPtr live;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      work_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      live = std::move(queue_.front());
      queue_.pop_front();
      ++running_;
      UpdateGaugesLocked();
    }
    RunOne(*live);
    std::lock_guard<std::mutex> lock(mutex_);
    --running_;
    UpdateGaugesLocked();
    idle_.notify_all();
  }
}

void JobExecutor::RunOne(LiveJob& live) {
  if (const absl::Status status = Begin(live); !status.ok()) {
    Finish(live, [&](v1::Job& job) { SetFailed(job, status); });
    return;
  }
  const absl::StatusOr<google::protobuf::Any> result = Handle(live);
  End(live, result);
}

absl::Status JobExecutor::Begin(LiveJob& live) {
  const v1::Job job = live.Snapshot();
  if (job.attempt() > 0) RETURN_IF_ERROR(store_.ClearEvents(job.name()));
  log::Info(
      "job started",
      {{"job", job.name()}, {"kind", job.kind()}, {"attempt", absl::StrCat(job.attempt() + 1)}});
  const google::protobuf::Timestamp now = ProtoNow();
  return live.Commit(store_, [&](v1::Job& next) {
    if (next.state() == v1::JOB_STATE_QUEUED) next.set_state(v1::JOB_STATE_RUNNING);
    if (next.attempt() == 0) *next.mutable_start_time() = now;
    next.set_attempt(next.attempt() + 1);
    next.clear_progress();
    next.mutable_progress()->set_eta_seconds(-1);
  });
}

absl::StatusOr<google::protobuf::Any> JobExecutor::Handle(LiveJob& live) {
  JobContext context(live, stopping_);
  try {
    RETURN_IF_ERROR(live.cancel().Check());
    const auto handler = handlers_.find(context.job().kind());
    if (handler == handlers_.end()) {
      return FailedPrecondition(
          "UNKNOWN_JOB_KIND",
          absl::StrCat("this release of the server runs no jobs of kind ", context.job().kind()));
    }
    return handler->second(live.payload(), context);
  } catch (const std::exception& error) {
    return MakeError(absl::StatusCode::kInternal, {.reason = "EXCEPTION"},
                     absl::StrCat("unexpected exception: ", error.what()));
  }
}

void JobExecutor::End(LiveJob& live, const absl::StatusOr<google::protobuf::Any>& result) {
  const bool cancelling = live.CancelRequested();
  if (!result.ok() && stopping_ && !cancelling) {
    // The server stops, nobody cancelled: the job goes on after the next start.
    const absl::Status saved =
        live.Commit(store_, [](v1::Job& job) { job.set_state(v1::JOB_STATE_QUEUED); });
    if (!saved.ok()) log::Error("job not saved", {{"error", saved.ToString()}});
    return;
  }
  Finish(live, [&](v1::Job& job) {
    if (result.ok()) {
      SetSucceeded(job, *result);
    } else if (cancelling) {
      SetCancelled(job);
    } else {
      SetFailed(job, result.status());
    }
  });
}

void JobExecutor::Finish(LiveJob& live, absl::FunctionRef<void(v1::Job&)> outcome) {
  const auto change = [&outcome, now = ProtoNow()](v1::Job& job) {
    outcome(job);
    *job.mutable_end_time() = now;
  };
  const absl::Status saved = live.Commit(store_, change);
  if (!saved.ok()) {
    log::Error("job not saved", {{"error", saved.ToString()}});
    live.Change(change);
  }
  const v1::Job job = live.Snapshot();
  RecordEnd(job, metrics_.Kind(job.kind()));
  if (!saved.ok()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  live_.erase(job.name());
}

void JobExecutor::SaverMain() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    save_now_.wait_for(lock, absl::ToChronoMilliseconds(kSaveEvery));
    lock.unlock();
    SaveLiveJobs();
    lock.lock();
  }
}

void JobExecutor::ReportTokenRates(const std::vector<LiveJobPtr>& jobs) {
  std::map<std::string, double> rates;
  for (const auto& [kind, handler] : handlers_) rates[kind] = 0;
  for (const LiveJobPtr& live : jobs) {
    const v1::Job job = live->Snapshot();
    if (job.state() == v1::JOB_STATE_RUNNING && job.progress().unit() == "tokens") {
      rates[job.kind()] += job.progress().rate();
    }
  }
  for (const auto& [kind, rate] : rates) metrics_.Kind(kind).SetTokensPerSecond(rate);
}

void JobExecutor::SaveLiveJobs() {
  std::vector<LiveJobPtr> jobs;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [name, live] : live_) jobs.push_back(live);
  }
  ReportTokenRates(jobs);
  for (const LiveJobPtr& live : jobs) {
    const absl::Status saved = live->Save(store_);
    const v1::Job job = live->Snapshot();
    if (!saved.ok()) {
      log::Warning("progress not saved", {{"job", job.name()}, {"error", saved.ToString()}});
    } else if (IsFinal(job.state())) {
      std::lock_guard<std::mutex> lock(mutex_);
      live_.erase(job.name());
    }
  }
}

bool JobExecutor::Stop(absl::Duration grace) {
  std::unique_lock<std::mutex> lock(mutex_);
  stopping_ = true;
  for (const auto& [name, live] : live_) live->Interrupt();
  work_.notify_all();
  save_now_.notify_all();
  const auto ended = [this] { return running_ == 0; };
  if (grace == absl::InfiniteDuration()) {
    idle_.wait(lock, ended);
    return true;
  }
  return idle_.wait_for(lock, absl::ToChronoMilliseconds(grace), ended);
}

}  // namespace widthlab::job
