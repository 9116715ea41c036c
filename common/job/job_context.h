// What a job's handler may use while it runs.
//
//   absl::StatusOr<google::protobuf::Any> Handle(const google::protobuf::Any& payload,
//                                                JobContext& context) {
//     context.progress().Report({.stage = "steps", .done = 1, .total = 7, .unit = "steps"});
//     context.UpdateMetadata(run_metadata);
//     RETURN_IF_ERROR(context.cancel().Check());
//     ...
//   }
#ifndef WIDTHLAB_COMMON_JOB_JOB_CONTEXT_H_
#define WIDTHLAB_COMMON_JOB_JOB_CONTEXT_H_

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "common/job/live_job.h"
#include "google/protobuf/any.pb.h"
#include "google/protobuf/message.h"

namespace widthlab::job {

class JobContext {
 public:
  JobContext(LiveJob& live, const std::atomic<bool>& stopping)
      : live_(live), stopping_(stopping), job_(live.Snapshot()) {}

  // As it was when this attempt began: name, attempt, request id, metadata of the attempt before.
  const v1::Job& job() const { return job_; }

  ProgressSink& progress() { return live_; }

  // Set when somebody cancels the job, and when the server stops.
  const CancelToken& cancel() const { return live_.cancel(); }

  // True when it was the server that stopped: the job will go on after the next start, so work that
  // it handed to other servers is to be left alone.
  bool Interrupted() const { return stopping_.load(); }

  // Shown to watchers at once, kept within a second.
  void UpdateMetadata(const google::protobuf::Message& metadata) {
    live_.Change([&](v1::Job& job) { job.mutable_metadata()->PackFrom(metadata); });
  }

 private:
  LiveJob& live_;
  const std::atomic<bool>& stopping_;
  const v1::Job job_;
};

// Does the work of one kind of job and returns its result. CANCELLED once context.cancel() is set.
using JobHandler = std::function<absl::StatusOr<google::protobuf::Any>(
    const google::protobuf::Any& payload, JobContext& context)>;

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_CONTEXT_H_
