#include "services/orchestrator/core/pipeline/step_graph.h"

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(StepGraphTest, KeepsTheGivenOrderWhereItCan) {
  EXPECT_THAT(OrderSteps({"a", "b", "c"}, {{}, {}, {}}), IsOkAndHolds(ElementsAre(0, 1, 2)));
}

TEST(StepGraphTest, PutsEveryStepAfterWhatItReads) {
  EXPECT_THAT(OrderSteps({"report", "train", "compare"}, {{"compare", "train"}, {}, {"train"}}),
              IsOkAndHolds(ElementsAre(1, 2, 0)));
}

TEST(StepGraphTest, NamesAStepThatDependsOnItself) {
  const auto order = OrderSteps({"a", "b"}, {{}, {"b"}});
  EXPECT_THAT(order, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"b\" depends on")));
  EXPECT_THAT(order, FailsOnField("steps[1]"));
}

TEST(StepGraphTest, NamesTheCycleAndNotWhatHangsOnIt) {
  const auto order =
      OrderSteps({"tail", "a", "b", "c", "free"}, {{"a"}, {"b"}, {"c", "free"}, {"a"}, {}});
  EXPECT_THAT(order, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a -> b -> c -> a")));
  EXPECT_EQ(FactsOf(order.status())->metadata.at("cycle"), "a -> b -> c -> a");
}

}  // namespace
}  // namespace widthlab::pipeline
