#include "common/rpc/remote_jobs.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "common/rpc/grpc_status.h"
#include "common/rpc/job_page.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"

namespace widthlab::rpc {
namespace {

using job::v1::Job;

constexpr auto kDeadline = std::chrono::seconds(10);

// Asks `check` ten times a second while a stream is being read, and ends the stream once it is an
// error: a blocked Read does not look up by itself.
class StreamGuard {
 public:
  StreamGuard(grpc::ClientContext& context, absl::FunctionRef<absl::Status()> check)
      : context_(context), check_(check), thread_([this] { Main(); }) {}

  ~StreamGuard() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    ended_.notify_all();
    thread_.join();
  }

  absl::Status status() {
    std::lock_guard<std::mutex> lock(mutex_);
    return status_;
  }

 private:
  void Main() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ended_.wait_for(lock, std::chrono::milliseconds(100), [this] { return done_; })) {
      status_ = check_();
      if (status_.ok()) continue;
      context_.TryCancel();
      return;
    }
  }

  grpc::ClientContext& context_;
  absl::FunctionRef<absl::Status()> check_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  absl::Status status_;
  std::thread thread_;
};

}  // namespace

absl::StatusOr<Job> RemoteJobs::Get(std::string_view name) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kDeadline);
  job::v1::GetJobRequest request;
  request.set_name(std::string(name));
  Job job;
  RETURN_IF_ERROR(FromGrpc(stub_->GetJob(&context, request, &job)));
  return job;
}

absl::StatusOr<std::vector<Job>> RemoteJobs::List(const job::JobQuery& query) {
  std::vector<Job> jobs;
  job::v1::ListJobsRequest request = RequestOf(query);
  for (;;) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kDeadline);
    job::v1::ListJobsResponse response;
    RETURN_IF_ERROR(FromGrpc(stub_->ListJobs(&context, request, &response)));
    jobs.insert(jobs.end(), response.jobs().begin(), response.jobs().end());
    const bool enough = static_cast<int>(jobs.size()) >= query.limit;
    if (enough || response.next_page_token().empty()) return jobs;
    request.set_page_token(response.next_page_token());
  }
}

absl::Status RemoteJobs::Watch(std::string_view name,
                               absl::FunctionRef<absl::Status(const Job&)> on_job,
                               absl::FunctionRef<absl::Status()> check) {
  grpc::ClientContext context;
  job::v1::WatchJobRequest request;
  request.set_name(std::string(name));
  StreamGuard guard(context, check);
  const auto reader = stub_->WatchJob(&context, request);
  Job job;
  absl::Status status;
  while (status.ok() && reader->Read(&job)) status = on_job(job);
  if (!status.ok()) context.TryCancel();
  const absl::Status end = FromGrpc(reader->Finish());
  if (!status.ok()) return status;
  RETURN_IF_ERROR(guard.status());
  return end;
}

absl::StatusOr<Job> RemoteJobs::Cancel(std::string_view name) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kDeadline);
  job::v1::CancelJobRequest request;
  request.set_name(std::string(name));
  Job job;
  RETURN_IF_ERROR(FromGrpc(stub_->CancelJob(&context, request, &job)));
  return job;
}

}  // namespace widthlab::rpc
