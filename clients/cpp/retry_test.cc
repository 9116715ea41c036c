#include "clients/cpp/retry.h"

#include <string>
#include <vector>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RetryTest : public testing::Test {
 protected:
  RetryTest() {
    policy_.jitter = [] { return 1.0; };
    policy_.sleep = [this](absl::Duration delay) { slept_.push_back(delay); };
  }

  RetryPolicy policy_;
  std::vector<absl::Duration> slept_;
};

TEST_F(RetryTest, ReturnsTheFirstAnswerWithoutSleeping) {
  EXPECT_THAT(Retry(policy_, [] { return absl::StatusOr<int>(7); }), IsOkAndHolds(7));
  EXPECT_THAT(slept_, IsEmpty());
}

TEST_F(RetryTest, TriesAgainUntilTheServerIsBack) {
  int calls = 0;
  EXPECT_THAT(Retry(policy_,
                    [&]() -> absl::StatusOr<int> {
                      if (++calls < 4) return absl::UnavailableError("draining");
                      return calls;
                    }),
              IsOkAndHolds(4));
  EXPECT_THAT(slept_, ElementsAre(absl::Milliseconds(100), absl::Milliseconds(200),
                                  absl::Milliseconds(400)));
}

TEST_F(RetryTest, GivesUpWithTheLastErrorAndItsFacts) {
  policy_.max_attempts = 3;
  int calls = 0;
  const absl::Status status = Retry(policy_, [&] {
    return MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_DRAINING"},
                     std::to_string(++calls));
  });
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable, "3"));
  EXPECT_EQ(FactsOf(status)->reason, "SERVER_DRAINING");
  EXPECT_EQ(slept_.size(), 2u);
}

TEST_F(RetryTest, ReturnsEveryOtherErrorAtOnce) {
  int calls = 0;
  for (const absl::StatusCode code :
       {absl::StatusCode::kInvalidArgument, absl::StatusCode::kNotFound,
        absl::StatusCode::kDeadlineExceeded, absl::StatusCode::kResourceExhausted,
        absl::StatusCode::kInternal, absl::StatusCode::kCancelled}) {
    ++calls;
    EXPECT_EQ(Retry(policy_, [&] { return absl::Status(code, ""); }).code(), code);
  }
  EXPECT_EQ(calls, 6);
  EXPECT_THAT(slept_, IsEmpty());
}

TEST_F(RetryTest, DelaysGrowToTheLargestAndJitterAtMostHalvesThem) {
  policy_.max_delay = absl::Seconds(1);
  EXPECT_EQ(DelayAfter(policy_, 4), absl::Milliseconds(800));
  EXPECT_EQ(DelayAfter(policy_, 5), absl::Seconds(1));
  EXPECT_EQ(DelayAfter(policy_, 50), absl::Seconds(1));
  policy_.jitter = [] { return 0.0; };
  EXPECT_EQ(DelayAfter(policy_, 5), absl::Milliseconds(500));
  policy_.jitter = {};
  for (int i = 0; i < 100; ++i) {
    EXPECT_GE(DelayAfter(policy_, 1), absl::Milliseconds(50));
    EXPECT_LE(DelayAfter(policy_, 1), absl::Milliseconds(100));
  }
}

}  // namespace
}  // namespace widthlab::client
