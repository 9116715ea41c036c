#include "services/orchestrator/core/report/report_step.h"

#include <string>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/comparison/compare_step.h"
#include "services/orchestrator/core/testing/made_arms.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;

class ReportStepTest : public testing::Test {
 protected:
  absl::StatusOr<artifact::v1::Artifact> Make(const job::Step& step,
                                              const google::protobuf::Message& spec) {
    const auto prepared = job::PrepareStep(step, spec, store_);
    if (!prepared.ok()) return prepared.status();
    job::NullProgressSink progress;
    const job::CancelToken cancel;
    const auto result = job::RunStep(step, *prepared, store_, pool_, progress, cancel);
    if (!result.ok()) return result.status();
    return store_.Get(result->artifact());
  }

  absl::StatusOr<artifact::v1::Artifact> MakeReport() { return ReportOf(MakeArms(store_, 3)); }

  absl::StatusOr<artifact::v1::Artifact> ReportOf(const v1::CompareSpec& arms) {
    const auto comparison = Make(CompareStep(), arms);
    if (!comparison.ok()) return comparison;
    v1::ReportSpec spec;
    spec.set_comparison(comparison->id());
    spec.set_reference(arms.arms(0).runs(0));
    return Make(ReportStep(), spec);
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
};

TEST_F(ReportStepTest, MakesAPageOfWhatTheComparisonRestsOn) {
  const auto report = MakeReport();
  ASSERT_THAT(report, IsOk());
  const auto page = artifact::ReadFile(store_, *report, "report.html");
  ASSERT_THAT(page, IsOk());
  for (const char* words : {"taper", "better", "run 3 of taper", "schedule of uniform"}) {
    EXPECT_THAT(*page, HasSubstr(words));
  }
}

TEST_F(ReportStepTest, MakesAPageOfRunsThatWereImported) {
  const auto report = ReportOf(MakeImportedArms(store_, 3));
  ASSERT_THAT(report, IsOk());
  const auto page = artifact::ReadFile(store_, *report, "report.html");
  ASSERT_THAT(page, IsOk());
  for (const char* words : {"taper", "better", "Validation loss"}) {
    EXPECT_THAT(*page, HasSubstr(words));
  }
  // No coordinate of a picture is no number.
  EXPECT_THAT(*page,
              testing::Not(testing::ContainsRegex("(x|y|x1|y1|x2|y2|cx|cy|d|points)=\"[^\"]*nan")));
}

// When this digest changes, so must the algorithm version in report_step.cc.
TEST_F(ReportStepTest, HasTheBytesOfItsAlgorithmVersion) {
  const auto report = MakeReport();
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->manifest().algorithm_version(), "pipeline.Report/2");
  EXPECT_EQ(report->manifest().files(0).digest(),
            "be2509edb42cb50586d172ba2130ad2bd845d19ec22bdc2bc6675ba378cd8ab7");
}

}  // namespace
}  // namespace widthlab::pipeline
