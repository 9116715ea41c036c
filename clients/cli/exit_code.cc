#include "clients/cli/exit_code.h"

#include <optional>

#include "common/status/error.h"

namespace widthlab::cli {

ExitCode ExitCodeOf(const absl::Status& status) {
  const std::optional<ErrorFacts> facts = FactsOf(status);
  if (facts.has_value() && facts->reason == "USAGE") return kUsage;
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kSuccess;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kOutOfRange:
      return kRefused;
    case absl::StatusCode::kNotFound:
      return kNotFound;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
      return kUnavailable;
    case absl::StatusCode::kCancelled:
      return kCancelled;
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kDataLoss:
    default:
      return kFailure;
  }
}

std::string_view ExitCodeHelp() {
  return R"(exit codes
  0  done
  1  the answer is no: a failed job, a damaged artifact, bytes that differ; or an internal error
  2  the command line cannot be understood
  3  the server refused the request as it is; the message names the field and what is allowed
  4  no such job, artifact, file or model
  5  no server there, or it is too busy or too slow to answer
  6  cancelled
)";
}

}  // namespace widthlab::cli
