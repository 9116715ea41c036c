#include "common/job/job_store.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::job {

bool IsFinal(v1::JobState state) {
  return state == v1::JOB_STATE_SUCCEEDED || state == v1::JOB_STATE_FAILED ||
         state == v1::JOB_STATE_CANCELLED;
}

absl::StatusOr<std::optional<v1::Job>> AnswerRepeatedRequest(const JobRecord& first,
                                                             std::string_view content) {
  const v1::Job& job = first.job;
  if (job.state() == v1::JOB_STATE_FAILED || job.state() == v1::JOB_STATE_CANCELLED) {
    return std::nullopt;
  }
  if (first.content == content) return job;
  return MakeError(
      absl::StatusCode::kAlreadyExists,
      {.reason = "REQUEST_ID_TAKEN", .field = "request_id", .metadata = {{"job", job.name()}}},
      absl::StrCat("request_id \"", job.request_id(), "\" was used for ", job.name(),
                   " with other content; send a new id for a new request"));
}

absl::Status JobNotFound(std::string_view name) {
  return NotFound("JOB_NOT_FOUND", "name",
                  absl::StrCat("there is no job \"", std::string(name), "\" on this server"));
}

}  // namespace widthlab::job
