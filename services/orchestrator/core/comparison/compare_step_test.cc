#include "services/orchestrator/core/comparison/compare_step.h"

#include <cmath>
#include <string>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_arms.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;

class CompareStepTest : public testing::Test {
 protected:
  absl::StatusOr<job::v1::StepResult> Run(const v1::CompareSpec& spec) {
    const job::Step step = CompareStep();
    const auto prepared = job::PrepareStep(step, spec, store_);
    if (!prepared.ok()) return prepared.status();
    job::NullProgressSink progress;
    const job::CancelToken cancel;
    return job::RunStep(step, *prepared, store_, pool_, progress, cancel);
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
};

TEST_F(CompareStepTest, LeavesTheComparisonAsJson) {
  const auto result = Run(MakeArms(store_, 3));
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_COMPARISON);
  const auto json = artifact::ReadFile(store_, *artifact, "comparison.json");
  ASSERT_THAT(json, IsOk());
  v1::Comparison comparison;
  ASSERT_THAT(spec::ParseJson(*json, comparison), IsOk());
  EXPECT_EQ(comparison.arms(1).verdict(), v1::VERDICT_BETTER);
  EXPECT_NEAR(comparison.arms(1).difference().mean(), -0.102, 1e-12);
}

TEST_F(CompareStepTest, TakesRunsThatWereImported) {
  const auto result = Run(MakeImportedArms(store_, 3));
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  v1::Comparison comparison;
  ASSERT_THAT(
      spec::ParseJson(*artifact::ReadFile(store_, *artifact, "comparison.json"), comparison),
      IsOk());
  EXPECT_EQ(comparison.arms(1).verdict(), v1::VERDICT_BETTER);
  EXPECT_NEAR(comparison.arms(1).difference().mean(), -0.102, 1e-12);
  EXPECT_TRUE(std::isnan(comparison.arms(1).difference().document_interval().low()));
  EXPECT_EQ(comparison.arms(1).ffn_widths_size(), 0);
  EXPECT_EQ(comparison.arms(1).accounts().total_parameters(), 0);
}

TEST_F(CompareStepTest, IsAnsweredFromTheCacheTheSecondTime) {
  const v1::CompareSpec spec = MakeArms(store_, 3);
  const auto first = Run(spec);
  const auto second = Run(spec);
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->artifact(), first->artifact());
  EXPECT_TRUE(second->cached());
}

// When this digest changes, so must the algorithm version in compare_step.cc.
TEST_F(CompareStepTest, HasTheBytesOfItsAlgorithmVersion) {
  const auto result = Run(MakeArms(store_, 3));
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "pipeline.Compare/1");
  EXPECT_EQ(artifact->manifest().files(0).digest(),
            "682ab1cf9896c1e504dad5cc3197fbdc322c66172fe48dd8b66481772ec79946");
}

TEST_F(CompareStepTest, RefusesAScheduleWhoseWidthsWereNotTrained) {
  v1::CompareSpec spec = MakeArms(store_, 1);
  spec.mutable_arms(1)->set_schedule(spec.arms(0).schedule());
  EXPECT_THAT(Run(spec), FailsOnField("arms[1].schedule"));
}

TEST_F(CompareStepTest, RefusesAnArmWithoutARunForEachSeed) {
  v1::CompareSpec spec = MakeArms(store_, 2);
  spec.mutable_arms(1)->mutable_runs()->RemoveLast();
  EXPECT_THAT(Run(spec), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("2 seeds")));
}

}  // namespace
}  // namespace widthlab::pipeline
