#include "services/training/core/learning_rate.h"

#include "gtest/gtest.h"

namespace widthlab::training {
namespace {

v1::TrainSpec Spec(int steps, double warmup) {
  v1::TrainSpec spec;
  spec.set_steps(steps);
  spec.set_learning_rate(2.0);
  spec.set_final_learning_rate_share(0.1);
  spec.set_warmup_share(warmup);
  return spec;
}

TEST(LearningRateTest, RisesThenFollowsTheCosine) {
  const v1::TrainSpec spec = Spec(50, 0.2);
  EXPECT_DOUBLE_EQ(LearningRate(spec, 1), 0.2);
  EXPECT_DOUBLE_EQ(LearningRate(spec, 10), 2.0);
  EXPECT_DOUBLE_EQ(LearningRate(spec, 30), 1.1);  // half way down: the mean of 2.0 and 0.2
  EXPECT_DOUBLE_EQ(LearningRate(spec, 50), 0.2);
}

TEST(LearningRateTest, WorksWithoutWarmUpAndWithNothingElse) {
  EXPECT_LT(LearningRate(Spec(10, 0.0), 1), 2.0);
  EXPECT_DOUBLE_EQ(LearningRate(Spec(10, 0.0), 10), 0.2);
  EXPECT_DOUBLE_EQ(LearningRate(Spec(10, 1.0), 10), 2.0);
  EXPECT_DOUBLE_EQ(LearningRate(Spec(1, 0.1), 1), 0.2);
}

TEST(LearningRateTest, NeverRisesAfterTheWarmUp) {
  const v1::TrainSpec spec = Spec(97, 0.1);
  for (int step = 11; step <= 97; ++step) {
    EXPECT_LE(LearningRate(spec, step), LearningRate(spec, step - 1)) << step;
  }
}

}  // namespace
}  // namespace widthlab::training
