// What widthctl's exit code says, so that scripts can branch without reading text.
//
//   return ExitCodeOf(status);   // NOT_FOUND gives 4
#ifndef WIDTHLAB_CLIENTS_CLI_EXIT_CODE_H_
#define WIDTHLAB_CLIENTS_CLI_EXIT_CODE_H_

#include <string_view>

#include "absl/status/status.h"

namespace widthlab::cli {

enum ExitCode {
  kSuccess = 0,
  // The question was answered, and the answer is no: a job that failed, an artifact that is
  // damaged or could not be made again with equal bytes. Also any error without a code of its own.
  kFailure = 1,
  // The command line cannot be understood.
  kUsage = 2,
  // The server refused the request as it is: INVALID_ARGUMENT, FAILED_PRECONDITION,
  // PERMISSION_DENIED, ALREADY_EXISTS, OUT_OF_RANGE.
  kRefused = 3,
  kNotFound = 4,
  // No server there, or it cannot answer now.
  kUnavailable = 5,
  // The job was cancelled, or the user stopped widthctl.
  kCancelled = 6,
};

ExitCode ExitCodeOf(const absl::Status& status);

// The table of exit codes for help texts.
std::string_view ExitCodeHelp();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_EXIT_CODE_H_
