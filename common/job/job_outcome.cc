#include "common/job/job_outcome.h"

#include "absl/strings/str_cat.h"
#include "common/job/proto_time.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "common/status/status_proto.h"

namespace widthlab::job {
namespace {

absl::Status CancelledOnRequest() {
  return MakeError(absl::StatusCode::kCancelled, {.reason = "CANCELLED"}, "cancelled on request");
}

metrics::JobOutcome OutcomeOf(v1::JobState state) {
  if (state == v1::JOB_STATE_SUCCEEDED) return metrics::JobOutcome::kSucceeded;
  if (state == v1::JOB_STATE_CANCELLED) return metrics::JobOutcome::kCancelled;
  return metrics::JobOutcome::kFailed;
}

}  // namespace

void SetCancelled(v1::Job& job) {
  job.set_state(v1::JOB_STATE_CANCELLED);
  *job.mutable_error() = StatusToProto(CancelledOnRequest());
}

void SetFailed(v1::Job& job, const absl::Status& status) {
  job.set_state(v1::JOB_STATE_FAILED);
  *job.mutable_error() = StatusToProto(status);
}

void SetSucceeded(v1::Job& job, const google::protobuf::Any& result) {
  job.set_state(v1::JOB_STATE_SUCCEEDED);
  *job.mutable_result() = result;
}

void RecordEnd(const v1::Job& job, metrics::JobKind& series) {
  const double seconds =
      job.has_start_time() ? SecondsBetween(job.start_time(), job.end_time()) : 0;
  log::Info("job ended", {{"job", job.name()},
                          {"kind", job.kind()},
                          {"state", v1::JobState_Name(job.state())},
                          {"seconds", absl::StrCat(seconds)},
                          {"message", job.error().message()}});
  if (job.has_start_time()) series.Finish(OutcomeOf(job.state()), seconds);
}

}  // namespace widthlab::job
