#include "services/capture/core/diagnostics/additivity.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/diagnostics/diagnostics_remarks.h"
#include "services/capture/core/sensitivity/estimate_layer.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::Diagnostics WithNoise(const std::vector<std::vector<double>>& layers, int64_t batches) {
  v1::Diagnostics diagnostics;
  for (const std::vector<double>& values : layers) {
    *diagnostics.add_layers()->add_noise() = SummariseRise(values, batches);
  }
  return diagnostics;
}

TEST(AdditivityTest, SumsLayersDrawByDraw) {
  // Two batches of two draws: layers (1, 3, 5, 7) and (1, 1, 1, 1).
  const v1::Diagnostics diagnostics = WithNoise({{1, 3, 5, 7}, {1, 1, 1, 1}}, 2);
  const v1::Additivity found =
      AdditivityOf(0.1, SummariseRise({2, 4, 6, 8}, 2), diagnostics.layers(), 0, 2);
  EXPECT_EQ(found.epsilon(), 0.1);
  EXPECT_THAT(found.sum().draw_values(), ElementsAre(2, 4, 6, 8));
  EXPECT_THAT(found.sum().values(), ElementsAre(3, 7));
  EXPECT_EQ(found.ratio(), 1);
}

TEST(AdditivityTest, TheRatioIsThatOfTheMeans) {
  const v1::Diagnostics diagnostics = WithNoise({{2, 2, 2}}, 3);
  const v1::Additivity found =
      AdditivityOf(0.1, SummariseRise({2, 3, 4}, 3), diagnostics.layers(), 0, 3);
  EXPECT_EQ(found.ratio(), 1.5);
  EXPECT_NEAR(found.high() - found.low(), 4.302652730 / std::sqrt(3), 1e-8);
}

// L(u, v) = (u² + v²)/2 + c·u²·v²: noise of either sign and length e on both costs e² + c·e⁴, on
// one of them e²/2.
TEST(AdditivityTest, OfALossWithOneProductOfSquaresIsKnown) {
  for (const double c : {-0.5, 0.0, 2.0}) {
    const double e = 0.5;
    const v1::Diagnostics diagnostics = WithNoise({{0.5, 0.5}, {0.5, 0.5}}, 2);
    const double joint = (e * e + c * e * e * e * e) / (e * e);
    const v1::Additivity found =
        AdditivityOf(e, SummariseRise({joint, joint}, 2), diagnostics.layers(), 0, 2);
    EXPECT_DOUBLE_EQ(found.ratio(), 1 + c * e * e);
  }
}

v1::Diagnostics Remarked(double low, double high, int batches = 8) {
  v1::Diagnostics diagnostics;
  diagnostics.set_batches(batches);
  diagnostics.set_draws(1);
  v1::Additivity& additivity = *diagnostics.add_additivity();
  additivity.set_epsilon(0.3);
  additivity.set_ratio(1.5);
  additivity.set_low(low);
  additivity.set_high(high);
  for (int i = 0; i < batches; ++i) additivity.mutable_joint()->add_values(1);
  AddRemarks(diagnostics);
  return diagnostics;
}

TEST(DiagnosticsRemarksTest, SayWhatDoesNotAddUpAndWhatCannotBeTold) {
  EXPECT_THAT(Remarked(0.5, 2).remarks(), IsEmpty());
  ASSERT_THAT(Remarked(1.25, 2).remarks_size(), 1);
  EXPECT_THAT(Remarked(1.25, 2).remarks(0),
              HasSubstr("At epsilon 0.3 disturbances do not add up: all layers at once cost 1.5"));
  EXPECT_THAT(Remarked(0.1, 0.2).remarks(0), HasSubstr("do not add up"));
  EXPECT_THAT(Remarked(std::nan(""), std::nan("")).remarks(0), HasSubstr("says nothing"));
  ASSERT_THAT(Remarked(std::nan(""), std::nan(""), 1).remarks_size(), 1);
  EXPECT_THAT(Remarked(std::nan(""), std::nan(""), 1).remarks(0), HasSubstr("one batch"));
}

}  // namespace
}  // namespace widthlab::capture
