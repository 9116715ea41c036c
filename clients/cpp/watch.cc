#include "clients/cpp/watch.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "clients/cpp/retry.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "google/rpc/error_details.pb.h"

namespace widthlab::client {
namespace {

// Reads one stream to its end. `last` becomes the latest job that arrived.
absl::Status ReadOnce(const OpenJobStream& open,
                      const std::function<void(const job::v1::Job&)>& show,
                      std::optional<job::v1::Job>& last) {
  grpc::ClientContext context;
  const std::unique_ptr<JobStream> stream = open(context);
  job::v1::Job job;
  while (stream->Read(&job)) {
    if (show) show(job);
    last = job;
  }
  return rpc::FromGrpc(stream->Finish());
}

}  // namespace

bool IsFinal(job::v1::JobState state) {
  return state == job::v1::JOB_STATE_SUCCEEDED || state == job::v1::JOB_STATE_FAILED ||
         state == job::v1::JOB_STATE_CANCELLED;
}

absl::StatusOr<job::v1::Job> Watch(const Connection& connection, const OpenJobStream& open,
                                   const std::function<void(const job::v1::Job&)>& show) {
  for (int attempt = 1;; ++attempt) {
    std::optional<job::v1::Job> last;
    absl::Status status = ReadOnce(open, show, last);
    if (last.has_value() && IsFinal(last->state())) return *std::move(last);
    if (last.has_value()) attempt = 1;
    // A server that ends the stream in good order before the job is final is going away.
    if (status.ok()) status = absl::UnavailableError("the watch ended before the job");
    if (!IsTransient(status) || attempt >= connection.retry.max_attempts) {
      return ExplainUnreachable(connection, status);
    }
    connection.retry.sleep(DelayAfter(connection.retry, attempt));
  }
}

absl::Status ErrorOf(const job::v1::Job& job) {
  if (!job.has_error()) {
    if (job.state() == job::v1::JOB_STATE_CANCELLED) {
      return MakeError(absl::StatusCode::kCancelled, {.reason = "JOB_CANCELLED"},
                       absl::StrCat(job.name(), " was cancelled"));
    }
    return absl::OkStatus();
  }
  absl::Status status(static_cast<absl::StatusCode>(job.error().code()), job.error().message());
  google::rpc::ErrorInfo info;
  for (const google::protobuf::Any& detail : job.error().details()) {
    if (!detail.UnpackTo(&info)) continue;
    status.SetPayload(std::string(kErrorInfoTypeUrl), absl::Cord(info.SerializeAsString()));
  }
  return status;
}

}  // namespace widthlab::client
