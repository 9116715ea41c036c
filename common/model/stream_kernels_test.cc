#include "common/model/stream_kernels.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/model/rotary_angles.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using architecture::Activation;
using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::FloatNear;

// (1, 2, 3): mean 2, variance 2/3.
TEST(StreamKernelsTest, LayerNormTakesMeanAndVarianceOut) {
  const std::vector<float> x = {1, 2, 3}, w = {1, 2, 4}, b = {0, 10, 0};
  std::vector<float> y(3);
  LayerNormForward(x.data(), w.data(), b.data(), 0.0f, 1, 3, y.data());
  const float unit = std::sqrt(1.5f);
  EXPECT_THAT(y, ElementsAre(FloatEq(-unit), FloatEq(10), FloatEq(4 * unit)));
  // A constant added to eleven numbers changes nothing but rounding.
  std::vector<float> many(11), moved(11), ones(11, 1), zeros(11), first(11), second(11);
  for (size_t i = 0; i < many.size(); ++i) moved[i] = (many[i] = static_cast<float>(i * i)) + 64;
  LayerNormForward(many.data(), ones.data(), zeros.data(), 1e-5f, 1, 11, first.data());
  LayerNormForward(moved.data(), ones.data(), zeros.data(), 1e-5f, 1, 11, second.data());
  for (size_t i = 0; i < many.size(); ++i) EXPECT_NEAR(first[i], second[i], 1e-5);
}

TEST(StreamKernelsTest, ActivationsAreThoseOfTheirFormulas) {
  const auto at = [](Activation activation, float z) {
    float h = 0;
    ActivateForward(activation, &z, nullptr, 1, &h);
    return h;
  };
  for (const float z : {-8.0f, -1.5f, -0.01f, 0.0f, 0.3f, 2.0f, 9.0f}) {
    const double d = z;
    EXPECT_NEAR(at(Activation::kSilu, z), d / (1 + std::exp(-d)), 1e-6);
    EXPECT_NEAR(at(Activation::kGelu, z), d * 0.5 * std::erfc(-d / std::sqrt(2.0)), 1e-6);
    const double u = std::sqrt(2 / M_PI) * (d + 0.044715 * d * d * d);
    EXPECT_NEAR(at(Activation::kGeluTanh, z), 0.5 * d * (1 + std::tanh(u)), 1e-6);
    EXPECT_EQ(at(Activation::kRelu, z), std::max(z, 0.0f));
    EXPECT_EQ(at(Activation::kReluSquared, z), std::max(z, 0.0f) * std::max(z, 0.0f));
  }
  const std::vector<float> gate(9, 2), up(9, -3);
  std::vector<float> h(9);
  ActivateForward(Activation::kRelu, gate.data(), up.data(), 9, h.data());
  EXPECT_EQ(h, std::vector<float>(9, -6));
}

TEST(StreamKernelsTest, SoftCapIsCapTimesTanh) {
  std::vector<float> x;
  for (float value = -200; value <= 200; value += 0.37f) x.push_back(value);
  for (float value = -0.5f; value <= 0.5f; value += 0.0013f) x.push_back(value);
  std::vector<float> y = x;
  SoftCap(50, static_cast<int64_t>(y.size()), y.data());
  for (size_t i = 0; i < x.size(); ++i) {
    const double wanted = 50 * std::tanh(double{x[i]} / 50);
    EXPECT_NEAR(y[i], wanted, 1e-6 * std::abs(wanted)) << x[i];
  }
}

// Query 2 of a window of 2 sees keys 1 and 2: weights 1/3 and 2/3 of scores 0 and log 2.
TEST(StreamKernelsTest, SoftmaxSeesTheWindowAndNothingElse) {
  const float log2 = std::log(2.0f);
  std::vector<float> scores = {9, 9, 9,        9,  //
                               9, 0, log2 / 3, 9};
  WindowedSoftmaxForward(
      {.rows = 2, .columns = 4, .first_query = 1, .first_key = 0, .window = 2, .scale = 3},
      scores.data());
  EXPECT_THAT(scores, ElementsAre(FloatEq(0.5f), FloatEq(0.5f), 0, 0,  //
                                  0, FloatNear(1 / 3.0f, 1e-6f), FloatNear(2 / 3.0f, 1e-6f), 0));
  // The same keys, cut off in front.
  std::vector<float> cut = {0, log2 / 3, 9};
  WindowedSoftmaxForward(
      {.rows = 1, .columns = 3, .first_query = 2, .first_key = 1, .window = 2, .scale = 3},
      cut.data());
  EXPECT_THAT(cut, ElementsAre(FloatNear(1 / 3.0f, 1e-6f), FloatNear(2 / 3.0f, 1e-6f), 0));
}

TEST(StreamKernelsTest, SumsOfExponentialsAndFiniteness) {
  std::vector<float> logits(13, 1);
  logits[12] = 3;
  const LogSum sum = SumOfExponentials(logits.data(), 13);
  EXPECT_EQ(sum.largest, 3);
  EXPECT_NEAR(sum.sum, 1 + 12 * std::exp(-2.0), 1e-6);
  EXPECT_TRUE(AllFinite(logits.data(), 13));
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    logits[12] = bad;
    EXPECT_FALSE(AllFinite(logits.data(), 13));
    EXPECT_TRUE(AllFinite(logits.data(), 12));
  }
}

// theta 10000 and four coordinates: 1 and 0.01 radians a position.
TEST(RotaryAnglesTest, ScalingsChangeFrequenciesAsTheySay) {
  using architecture::RopeScaling;
  EXPECT_THAT(RotaryFrequencies(10000, {}, 4), ElementsAre(FloatEq(1), FloatEq(0.01f)));
  RopeScaling linear{.kind = RopeScaling::Kind::kLinear, .factor = 4};
  EXPECT_THAT(RotaryFrequencies(10000, linear, 4), ElementsAre(FloatEq(0.25f), FloatEq(0.0025f)));
  RopeScaling divisors{.kind = RopeScaling::Kind::kDivisors, .divisors = {1, 8}};
  EXPECT_THAT(RotaryFrequencies(10000, divisors, 4), ElementsAre(FloatEq(1), FloatEq(0.00125f)));
  // Waves of 6.28 and 628 positions; a context of 64 keeps those under 16 and slows those over 64.
  RopeScaling llama3{.kind = RopeScaling::Kind::kLlama3,
                     .factor = 8,
                     .low_freq_factor = 1,
                     .high_freq_factor = 4,
                     .original_max_positions = 64};
  EXPECT_THAT(RotaryFrequencies(10000, llama3, 4), ElementsAre(FloatEq(1), FloatEq(0.00125f)));
  // A context of 1,000: the second wave is mixed, (1000 / 628.3 - 1) / 3 = 0.19718 of it as it is.
  llama3.original_max_positions = 1000;
  const double smooth = (1000 / (200 * M_PI) - 1) / 3;
  EXPECT_THAT(RotaryFrequencies(10000, llama3, 4),
              ElementsAre(FloatEq(1), FloatNear((1 - smooth) * 0.00125 + smooth * 0.01, 1e-7)));
}

}  // namespace
}  // namespace widthlab::model
