#include "services/geometry/core/measure/scaled_pair.h"

#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two layers of three tokens in two coordinates.
class ScaledPairTest : public testing::Test {
 protected:
  absl::StatusOr<ScaledPair> Read(int64_t layer, bool need_directions = false) {
    const std::vector<int64_t> subsample = {0, 0, 0};
    const auto cloud = [](const char* name, const std::vector<float>& values) {
      return tensor_io::FromSpan(name, {3, static_cast<int64_t>(values.size()) / 3},
                                 absl::MakeConstSpan(values));
    };
    std::string bytes;
    EXPECT_THAT(tensor_io::WriteSafetensorsTo(
                    {cloud("ffn_in.0", x0_), cloud("ffn_in.1", x1_), cloud("ffn_out.0", y0_),
                     cloud("ffn_out.1", y1_),
                     tensor_io::FromSpan("subsample", {3}, absl::MakeConstSpan(subsample))},
                    {}, bytes),
                IsOk());
    const std::string path = folder_.path() + "/cloud.safetensors";
    std::ofstream(path, std::ios::binary) << bytes;
    const auto clouds = LayerClouds::Open(path);
    EXPECT_THAT(clouds, IsOk());
    return ReadScaledPair(*clouds, spec_, layer, 0, need_directions);
  }

  ScaledPairTest() { spec_.set_state_factor(1); }

  // Three tokens in `width` coordinates whose norms are no short numbers.
  void SetWide(int width) {
    for (std::vector<float>* cloud : {&x0_, &y0_, &x1_, &y1_}) {
      cloud->clear();
      for (int i = 0; i < 3 * width; ++i) {
        cloud->push_back(1.0f / static_cast<float>(7 * i % 31 + 1) + (cloud == &x1_ ? 0.3f : 0.1f));
      }
    }
  }

  std::vector<float> x0_ = {3, 4, 0, 5, 8, 6}, y0_ = {3, 5, 1, 5, 8, 7};
  std::vector<float> x1_ = {6, 8, 0, 5, 0, 0}, y1_ = {2, 0, 7, 1, 3, 4};
  v1::MeasureSpec spec_;

 private:
  const artifact::TemporaryFolder folder_;
};

TEST_F(ScaledPairTest, IsTheFileWhereNothingIsAsked) {
  const auto pair = Read(1);
  ASSERT_THAT(pair, IsOk());
  EXPECT_THAT(pair->x.values, ElementsAre(6, 8, 0, 5, 0, 0));
  EXPECT_THAT(pair->y.values, ElementsAre(2, 0, 7, 1, 3, 4));
}

TEST_F(ScaledPairTest, EveryRowTakesTheNormItHadInTheFirstLayer) {
  spec_.set_remove_norm_growth(true);
  const auto pair = Read(1);
  ASSERT_THAT(pair, IsOk());
  // Norms 10, 5 and 0, which were 5, 5 and 10.
  EXPECT_THAT(pair->x.values, ElementsAre(3, 4, 0, 5, 0, 0));
  EXPECT_THAT(pair->y.values, ElementsAre(1, 0, 7, 1, 3, 4));
  const auto first = Read(0);
  ASSERT_THAT(first, IsOk());
  EXPECT_THAT(first->x.values, ElementsAre(3, 4, 0, 5, 8, 6));
  EXPECT_THAT(first->y.values, ElementsAre(3, 5, 1, 5, 8, 7));
}

TEST_F(ScaledPairTest, HasTheSameBitsWhereverItLiesInMemory) {
  spec_.set_remove_norm_growth(true);
  SetWide(/*width=*/37);
  std::vector<std::vector<double>> kept;  // so that each copy lies elsewhere
  for (int i = 0; i < 32; ++i) {
    kept.emplace_back(i + 1);
    const auto pair = Read(1);
    ASSERT_THAT(pair, IsOk());
    kept.push_back(pair->x.values);
    EXPECT_EQ(pair->x.values, kept[1]);
  }
}

TEST_F(ScaledPairTest, TheFactorComesOnTop) {
  spec_.set_remove_norm_growth(true);
  spec_.set_state_factor(4);
  const auto pair = Read(1);
  ASSERT_THAT(pair, IsOk());
  EXPECT_THAT(pair->x.values, ElementsAre(12, 16, 0, 20, 0, 0));
  EXPECT_THAT(pair->y.values, ElementsAre(4, 0, 28, 4, 12, 16));
}

TEST_F(ScaledPairTest, WhatIsLostOrOverflowsNamesItsField) {
  x1_ = {6, 8, 0, 5, 0.125f, 0};
  spec_.set_state_factor(1e308);
  EXPECT_THAT(Read(1), FailsOnField("state_factor"));
  EXPECT_THAT(Read(1), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ffn_in[0][")));
  spec_.set_state_factor(std::numeric_limits<double>::denorm_min());
  EXPECT_THAT(Read(1, /*need_directions=*/true), FailsOnField("state_factor"));
}

}  // namespace
}  // namespace widthlab::geometry
