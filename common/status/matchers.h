// GoogleTest matchers for absl::Status and absl::StatusOr.
//
//   EXPECT_THAT(store.Get(id), IsOkAndHolds(Eq(artifact)));
//   EXPECT_THAT(Resolve(spec), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("radius")));
//   EXPECT_THAT(Resolve(spec), FailsOnField("radius"));
#ifndef WIDTHLAB_COMMON_STATUS_MATCHERS_H_
#define WIDTHLAB_COMMON_STATUS_MATCHERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/status/error.h"
#include "gmock/gmock.h"

namespace widthlab {
namespace status_internal {

inline const absl::Status& GetStatus(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& GetStatus(const absl::StatusOr<T>& statusor) {
  return statusor.status();
}

}  // namespace status_internal

MATCHER(IsOk, negation ? "is not OK" : "is OK") {
  const absl::Status& status = status_internal::GetStatus(arg);
  *result_listener << "which is " << status.ToString();
  return status.ok();
}

MATCHER_P2(StatusIs, code, message_matcher, "has the code and message wanted") {
  const absl::Status& status = status_internal::GetStatus(arg);
  *result_listener << "which is " << status.ToString();
  return status.code() == code &&
         testing::ExplainMatchResult(message_matcher, std::string(status.message()),
                                     result_listener);
}

inline auto StatusIs(absl::StatusCode code) { return StatusIs(code, testing::_); }

// An error whose facts name `field`.
MATCHER_P(FailsOnField, field, "fails on the field wanted") {
  const absl::Status& status = status_internal::GetStatus(arg);
  *result_listener << "which is " << status.ToString();
  const auto facts = FactsOf(status);
  if (!facts.has_value()) return false;
  *result_listener << ", field " << facts->field;
  return facts->field == field;
}

MATCHER_P(IsOkAndHolds, value_matcher, "is OK and holds the value wanted") {
  if (!arg.ok()) {
    *result_listener << "which is " << arg.status().ToString();
    return false;
  }
  return testing::ExplainMatchResult(value_matcher, *arg, result_listener);
}

}  // namespace widthlab

#endif  // WIDTHLAB_COMMON_STATUS_MATCHERS_H_
