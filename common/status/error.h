// Errors that carry facts a program can act on.
//
//   if (!(spec.radius() > 0 && spec.radius() < 1)) {
//     return InvalidField("radius", absl::StrCat(spec.radius()), "a number in (0, 1)");
//   }
//   ...
//   if (absl::Status s = ReadLayer(l); !s.ok()) return WithContext(s, absl::StrCat("layer ", l));
//
// An error is made where the facts are known, gains context on the way up without a change of
// code or facts, and is converted to gRPC once, in common/rpc.
#ifndef WIDTHLAB_COMMON_STATUS_ERROR_H_
#define WIDTHLAB_COMMON_STATUS_ERROR_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace widthlab {

// What a program may want to know of an error.
struct ErrorFacts {
  // UPPER_SNAKE_CASE, stable: INVALID_FIELD, ARTIFACT_NOT_FOUND, ...
  std::string reason = {};
  // Path of the offending field or file; empty where no single one is at fault.
  std::string field = {};
  // Further facts, for instance "value" and "allowed".
  std::map<std::string, std::string> metadata = {};
};

// A status of `code` with `message` and machine-readable `facts`. `code` must not be kOk.
absl::Status MakeError(absl::StatusCode code, ErrorFacts facts, std::string_view message);

// INVALID_ARGUMENT, reason INVALID_FIELD: "`field` is `value`, but must be `allowed`".
absl::Status InvalidField(std::string_view field, std::string_view value, std::string_view allowed);

// The same with words of its own, where value and interval do not say it best.
absl::Status InvalidFieldBecause(std::string_view field, std::string_view message);

// NOT_FOUND with reason `reason`; `field` names what pointed at the missing thing, if known.
absl::Status NotFound(std::string_view reason, std::string_view field, std::string_view message);

// FAILED_PRECONDITION: the world must change first; `message` says how.
absl::Status FailedPrecondition(std::string_view reason, std::string_view message);

// DATA_LOSS, reason CORRUPT_FILE: stored or given bytes are not what they should be.
absl::Status CorruptFile(std::string_view path, std::string_view message);

// The facts of a status, or nullopt where it has none (a plain absl error).
std::optional<ErrorFacts> FactsOf(const absl::Status& status);

// `status` with "context: " in front of its message; code and facts stay. OK stays OK.
absl::Status WithContext(const absl::Status& status, std::string_view context);

// `status` whose field path gets `prefix` in front ("spec" + "radius" = "spec.radius").
absl::Status UnderField(const absl::Status& status, std::string_view prefix);

// Type URL of the payload that holds the facts: a serialised google.rpc.ErrorInfo.
inline constexpr std::string_view kErrorInfoTypeUrl = "type.googleapis.com/google.rpc.ErrorInfo";

}  // namespace widthlab

#endif  // WIDTHLAB_COMMON_STATUS_ERROR_H_
