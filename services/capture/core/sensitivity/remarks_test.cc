#include "services/capture/core/sensitivity/remarks.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::Sensitivity Measured(int layers, int batches, int draws) {
  v1::Sensitivity sensitivity;
  sensitivity.set_batches(batches);
  sensitivity.set_draws(draws);
  for (int i = 0; i < layers; ++i) {
    v1::LayerSensitivity& layer = *sensitivity.add_layers();
    layer.mutable_noise()->set_above_zero(true);
    layer.mutable_ablation()->set_above_zero(true);
  }
  return sensitivity;
}

TEST(RemarksTest, AClearMeasurementNeedsNoWords) {
  v1::Sensitivity sensitivity = Measured(3, 8, 2);
  AddRemarks(sensitivity);
  EXPECT_TRUE(sensitivity.remarks().empty());
}

TEST(RemarksTest, LayersThatMayBeWorthNothingAreNamed) {
  v1::Sensitivity sensitivity = Measured(4, 8, 2);
  sensitivity.mutable_layers(1)->mutable_noise()->set_above_zero(false);
  sensitivity.mutable_layers(3)->mutable_noise()->set_above_zero(false);
  sensitivity.mutable_layers(2)->mutable_ablation()->set_above_zero(false);
  AddRemarks(sensitivity);
  EXPECT_THAT(sensitivity.noise_not_above_zero(), ElementsAre(1, 3));
  EXPECT_THAT(sensitivity.ablation_not_above_zero(), ElementsAre(2));
  EXPECT_THAT(sensitivity.remarks(),
              ElementsAre(HasSubstr("not significantly above 0 in layers 1, 3"),
                          HasSubstr("raise the loss in layer 2.")));
}

TEST(RemarksTest, LayersNotMeasuredAndSingleBatchesAreSaid) {
  v1::Sensitivity sensitivity = Measured(2, 1, 4);
  sensitivity.mutable_layers(0)->Clear();
  AddRemarks(sensitivity);
  EXPECT_THAT(sensitivity.remarks(),
              ElementsAre(HasSubstr("Only 1 of 2 layers"), HasSubstr("There is one batch")));
}

}  // namespace
}  // namespace widthlab::capture
