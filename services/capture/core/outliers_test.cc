#include "services/capture/core/outliers.h"

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/norm_filter.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// One layer of three tokens in four coordinates.
Cloud Small() {
  Cloud cloud(1, 3, 4);
  cloud.layers[0].ffn_in = {3, 4, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0};
  cloud.layers[0].ffn_out = {1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 3, 1};
  return cloud;
}

TEST(OutliersTest, SharesAreThoseOfAHandCount) {
  const v1::LayerOutliers report = MeasureOutliers(Small(), 0);
  EXPECT_EQ(report.layer(), 0);
  EXPECT_DOUBLE_EQ(report.median_norm_in(), 2);
  EXPECT_DOUBLE_EQ(report.max_norm_in(), 5);
  EXPECT_DOUBLE_EQ(report.max_norm_out(), 5);
  // Energies 1, 25, 10 of 36; by coordinate 1, 25, 9, 1.
  EXPECT_EQ(report.top_token(), 1);
  EXPECT_NEAR(report.top_token_share(), 25.0 / 36, 1e-12);
  EXPECT_NEAR(report.top_percent_share(), 25.0 / 36, 1e-12);
  EXPECT_THAT(report.top_coordinates(), ElementsAre(1, 2, 0));
  EXPECT_NEAR(report.top_coordinates_share(), 35.0 / 36, 1e-12);
  EXPECT_NEAR(report.top_coordinate_shares(1), 9.0 / 36, 1e-12);
  ASSERT_EQ(report.top_tokens_size(), 3);
  EXPECT_EQ(report.top_tokens(1).row(), 2);
  EXPECT_NEAR(report.top_tokens(1).share(), 10.0 / 36, 1e-12);
}

TEST(OutliersTest, DoublesGiveTheReportOfTheSameFloats) {
  const Cloud cloud = Small();
  const std::vector<double> in(cloud.layers[0].ffn_in.begin(), cloud.layers[0].ffn_in.end());
  const std::vector<double> out(cloud.layers[0].ffn_out.begin(), cloud.layers[0].ffn_out.end());
  EXPECT_EQ(MeasureOutliers(in, out, 4, 0).SerializeAsString(),
            MeasureOutliers(cloud, 0).SerializeAsString());
}

TEST(OutliersTest, MediansOfEvenCountsAreMeansOfTheMiddle) {
  EXPECT_EQ(Median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(Median({7}), 7);
}

TEST(OutliersTest, ACloudOfZerosHasNoShares) {
  EXPECT_EQ(MeasureOutliers(Cloud(1, 2, 4), 0).top_token_share(), 0);
}

v1::CaptureSpec Spec(int tokens, double ratio) {
  v1::CaptureSpec spec;
  spec.set_subsamples(1);
  spec.set_tokens_per_subsample(tokens);
  spec.set_max_norm_ratio(ratio);
  return spec;
}

TEST(NormFilterTest, PassesOverOffendersInOrder) {
  Cloud cloud = Small();
  cloud.position = {7, 8, 9};
  // Median norms: 2 in, sqrt(10) out; only the first token's 5 exceeds twice the median.
  const auto left_out = LeaveOutExtremeNorms(Spec(2, 2.0), cloud);
  ASSERT_THAT(left_out, IsOkAndHolds(1));
  EXPECT_THAT(cloud.position, ElementsAre(8, 9));
  EXPECT_THAT(cloud.layers[0].ffn_in, ElementsAre(0, 0, 1, 0, 0, 2, 0, 0));
  EXPECT_EQ(cloud.rows, 2);
}

TEST(NormFilterTest, TooFewLeftSaysHowManyWerePassedOver) {
  Cloud cloud = Small();
  EXPECT_THAT(LeaveOutExtremeNorms(Spec(3, 2.0), cloud),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("passes over 1 of 3 candidates and leaves 2 of the 3")));
}

}  // namespace
}  // namespace widthlab::capture
