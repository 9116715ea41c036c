#include "services/orchestrator/core/diagnostics/expand_diagnostics.h"

#include <string>
#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_measurements.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ExpandDiagnosticsTest : public testing::Test {
 protected:
  v1::DiagnosticsTemplate Request() {
    v1::DiagnosticsTemplate request;
    *request.add_models() = MakeMeasurements(store_, {});
    return request;
  }

  artifact::InMemoryArtifactStore store_;
};

std::vector<std::string> Ids(const v1::Pipeline& pipeline) {
  std::vector<std::string> ids;
  for (const v1::PipelineStep& step : pipeline.steps()) ids.push_back(step.id());
  return ids;
}

TEST_F(ExpandDiagnosticsTest, CorrelatesOnlyUnlessMoreIsAskedFor) {
  const auto pipeline = ExpandDiagnostics(Request(), store_);
  ASSERT_THAT(pipeline, IsOk());
  EXPECT_THAT(Ids(*pipeline), ElementsAre("correlations"));
  EXPECT_THAT(pipeline->steps(0).correlate().models(0).scaled_profiles(), IsEmpty());
}

TEST_F(ExpandDiagnosticsTest, MeasuresEachProfileAgainByItsOwnSpec) {
  v1::DiagnosticsTemplate request = Request();
  *request.add_models() = MakeMeasurements(store_, {.name = "other", .layers = 4});
  request.add_state_factors(0.5);
  request.add_state_factors(1e20);
  request.set_remove_norm_growth(true);
  request.mutable_correlate()->set_permutations(499);
  const auto pipeline = ExpandDiagnostics(request, store_);
  ASSERT_THAT(pipeline, IsOk());
  EXPECT_THAT(Ids(*pipeline),
              ElementsAre("scaled/0/factor-0.5", "scaled/0/factor-1e20", "scaled/0/no-norm-growth",
                          "scaled/1/factor-0.5", "scaled/1/factor-1e20", "scaled/1/no-norm-growth",
                          "correlations"));
  const geometry::v1::MeasureSpec& factor = pipeline->steps(3).measure();
  EXPECT_EQ(factor.activations(), request.models(1).activations());
  EXPECT_EQ(factor.state_factor(), 0.5);
  EXPECT_FALSE(factor.remove_norm_growth());
  const geometry::v1::MeasureSpec& removed = pipeline->steps(2).measure();
  EXPECT_EQ(removed.state_factor(), 1);
  EXPECT_TRUE(removed.remove_norm_growth());
  EXPECT_EQ(removed.random_starts(), 4);
  const v1::CorrelateSpec& correlate = pipeline->steps(6).correlate();
  EXPECT_EQ(correlate.permutations(), 499);
  EXPECT_THAT(correlate.models(1).scaled_profiles(),
              ElementsAre("step:scaled/1/factor-0.5", "step:scaled/1/factor-1e20",
                          "step:scaled/1/no-norm-growth"));
}

TEST_F(ExpandDiagnosticsTest, TakesTheActivationsOfTheProfile) {
  v1::DiagnosticsTemplate request = Request();
  const std::string activations = request.models(0).activations();
  request.mutable_models(0)->clear_activations();
  // The first digits of an id are enough.
  request.mutable_models(0)->set_profile(request.models(0).profile().substr(0, 12));
  const auto pipeline = ExpandDiagnostics(request, store_);
  ASSERT_THAT(pipeline, IsOk());
  EXPECT_EQ(pipeline->steps(0).correlate().models(0).activations(), activations);
}

TEST_F(ExpandDiagnosticsTest, NamesTheFieldThatIsWrong) {
  v1::DiagnosticsTemplate request;
  EXPECT_THAT(ExpandDiagnostics(request, store_), FailsOnField("models"));
  request = Request();
  request.add_state_factors(1);
  EXPECT_THAT(ExpandDiagnostics(request, store_), FailsOnField("state_factors[0]"));
  request = Request();
  request.add_state_factors(-2);
  EXPECT_THAT(ExpandDiagnostics(request, store_), FailsOnField("state_factors[0]"));
  request = Request();
  *request.mutable_correlate()->add_models() = request.models(0);
  EXPECT_THAT(ExpandDiagnostics(request, store_), FailsOnField("correlate.models"));
  request = Request();
  request.mutable_models(0)->set_profile(request.models(0).activations());
  EXPECT_THAT(ExpandDiagnostics(request, store_), FailsOnField("models[0].profile"));
  request = Request();
  request.mutable_models(0)->set_sensitivity("abcdef");
  EXPECT_EQ(ExpandDiagnostics(request, store_).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace widthlab::pipeline
