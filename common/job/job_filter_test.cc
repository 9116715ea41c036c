#include "common/job/job_filter.h"

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::job {
namespace {

v1::Job Job(v1::JobState state, const std::string& kind) {
  v1::Job job;
  job.set_state(state);
  job.set_kind(kind);
  return job;
}

TEST(JobFilterTest, AnEmptyFilterMatchesEverything) {
  const auto filter = ParseJobFilter("  ");
  ASSERT_THAT(filter, IsOk());
  EXPECT_TRUE(filter->Matches(Job(v1::JOB_STATE_FAILED, "a.B")));
}

TEST(JobFilterTest, AllConditionsMustHold) {
  const auto filter = ParseJobFilter("state=RUNNING AND kind = \"a.B\"");
  ASSERT_THAT(filter, IsOk());
  EXPECT_TRUE(filter->Matches(Job(v1::JOB_STATE_RUNNING, "a.B")));
  EXPECT_FALSE(filter->Matches(Job(v1::JOB_STATE_RUNNING, "a.C")));
  EXPECT_FALSE(filter->Matches(Job(v1::JOB_STATE_QUEUED, "a.B")));
}

TEST(JobFilterTest, StatesMayHaveTheirPrefixAndKindsNoQuotes) {
  EXPECT_EQ(ParseJobFilter("state = JOB_STATE_FAILED")->state, v1::JOB_STATE_FAILED);
  EXPECT_EQ(ParseJobFilter("kind = a.B")->kind, "a.B");
}

TEST(JobFilterTest, AnythingElseIsAnErrorThatSaysWhatIsAllowed) {
  for (const char* filter : {"state", "state = ", "state = LAZY", "state = UNSPECIFIED", "name = x",
                             "kind = ", "state = FAILED AND ", "state = FAILED OR kind = x",
                             "state = FAILED AND state = FAILED"}) {
    EXPECT_THAT(ParseJobFilter(filter),
                StatusIs(absl::StatusCode::kInvalidArgument, testing::HasSubstr("RUNNING")))
        << filter;
    EXPECT_THAT(ParseJobFilter(filter), FailsOnField("filter"));
  }
}

}  // namespace
}  // namespace widthlab::job
