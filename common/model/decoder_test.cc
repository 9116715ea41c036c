#include "common/model/decoder.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/model/device_class.h"
#include "common/model/inner_threads.h"
#include "common/numeric/random_stream.h"
#include "common/numeric/thread_pool.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using architecture::Architecture;

Architecture Small() {
  Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 19, .hidden_size = 16, .layers = 3, .heads = 4, .ffn_width = 24});
  a.kv_heads = 2;
  a.ffn_widths = {24, 0, 10};
  a.tied_embeddings = false;
  return a;
}

// Weights far larger than at the start of training, so that every part matters.
Parameters Weights(const Architecture& a) {
  auto parameters = Parameters::Create(a);
  EXPECT_THAT(parameters, IsOk());
  numeric::RandomStream stream(2, "weights");
  for (size_t i = 0; i < parameters->specs().size(); ++i) {
    stream.FillNormal(parameters->Tensor(i), 0.3);
    if (parameters->specs()[i].is_matrix()) continue;
    for (float& value : parameters->Tensor(i)) value += 1.0f;
  }
  return *std::move(parameters);
}

std::vector<int64_t> Tokens(int64_t count, int64_t vocabulary, const char* name) {
  numeric::RandomStream stream(3, name);
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < count; ++i) {
    ids.push_back(static_cast<int64_t>(stream.Below(static_cast<uint64_t>(vocabulary))));
  }
  return ids;
}

double Sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

class DecoderTest : public testing::Test {
 protected:
  DecoderTest() { UseOneInnerThread(); }
};

TEST_F(DecoderTest, ZeroWeightsGiveTheUniformDistribution) {
  const auto zeros = Parameters::Create(Small());
  ASSERT_THAT(zeros, IsOk());
  const Decoder decoder(*zeros, {.longest_sequence = 4});
  const std::vector<int64_t> ids = {1, 2, 3, 4}, targets = {2, 3, 4, 5};
  std::vector<double> losses(4);
  ASSERT_THAT(decoder.Losses({ids, 1, 4}, targets, {}, absl::MakeSpan(losses)), IsOk());
  for (const double loss : losses) EXPECT_NEAR(loss, std::log(19.0), 1e-6);
}

TEST_F(DecoderTest, TheGradientIsTheDerivativeOfTheLoss) {
  // 70 positions: two blocks of queries.
  Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 70});
  const std::vector<int64_t> ids = Tokens(140, 19, "ids");
  std::vector<int64_t> targets = Tokens(140, 19, "targets");
  targets[17] = -1;
  const TokenBatch batch{ids, 2, 70};
  std::vector<float> gradient(weights.values().size());
  const auto loss = decoder.LossAndGradient(batch, targets, 1.0 / 140, absl::MakeSpan(gradient));
  ASSERT_THAT(loss, IsOk());
  const auto value = [&] {
    std::vector<double> losses(140);
    EXPECT_THAT(decoder.Losses(batch, targets, {}, absl::MakeSpan(losses)), IsOk());
    return Sum(losses) / 140;
  };
  EXPECT_NEAR(value() * 140, *loss, 1e-4);
  // One random direction in each tensor.
  for (size_t i = 0; i < weights.specs().size(); ++i) {
    const absl::Span<float> tensor = weights.Tensor(i);
    std::vector<float> direction(tensor.size());
    numeric::RandomStream(4, weights.specs()[i].name).FillNormal(absl::MakeSpan(direction), 1.0);
    const std::vector<float> before(tensor.begin(), tensor.end());
    double slope = 0, norm = 0;
    for (size_t k = 0; k < tensor.size(); ++k) {
      const double g = gradient[static_cast<size_t>(weights.offset(i)) + k];
      slope += g * double{direction[k]};
      norm += g * g;
    }
    const float step = 2e-3f;
    for (size_t k = 0; k < tensor.size(); ++k) tensor[k] = before[k] + step * direction[k];
    const double up = value();
    for (size_t k = 0; k < tensor.size(); ++k) tensor[k] = before[k] - step * direction[k];
    const double down = value();
    std::copy(before.begin(), before.end(), tensor.begin());
    EXPECT_NEAR(slope, (up - down) / (2 * double{step}), 0.02 * std::sqrt(norm) + 1e-4)
        << weights.specs()[i].name;
  }
}

TEST_F(DecoderTest, ATiedHeadAddsItsGradientToTheEmbeddings) {
  Architecture a = Small();
  a.tied_embeddings = true;
  Parameters weights = Weights(a);
  const Decoder decoder(weights, {.longest_sequence = 8});
  const std::vector<int64_t> ids = {1, 1, 1, 1}, targets = {2, 2, 2, 2};
  std::vector<float> gradient(weights.values().size());
  ASSERT_THAT(decoder.LossAndGradient({ids, 1, 4}, targets, 1.0, absl::MakeSpan(gradient)), IsOk());
  float read = 0, only_scored = 0;
  for (int64_t i = 0; i < 16; ++i) read += std::abs(gradient[16 + i]);
  for (int64_t i = 0; i < 16; ++i) only_scored += std::abs(gradient[7 * 16 + i]);
  EXPECT_GT(read, 0.0f);
  EXPECT_GT(only_scored, 0.0f);
}

TEST_F(DecoderTest, NoTokenSeesALaterOne) {
  const Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 100});
  std::vector<int64_t> ids = Tokens(100, 19, "causal");
  const auto before = decoder.Logits({ids, 1, 100});
  ids[80] = (ids[80] + 1) % 19;
  const auto after = decoder.Logits({ids, 1, 100});
  ASSERT_THAT(before, IsOk());
  ASSERT_THAT(after, IsOk());
  for (size_t i = 0; i < 80 * 19; ++i) ASSERT_EQ((*before)[i], (*after)[i]);
  EXPECT_NE((*before)[80 * 19], (*after)[80 * 19]);
}

TEST_F(DecoderTest, SequencesOfABatchDoNotMix) {
  const Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 12});
  const std::vector<int64_t> ids = Tokens(24, 19, "batch");
  const auto both = decoder.Logits({ids, 2, 12});
  const auto second = decoder.Logits({absl::MakeConstSpan(ids).subspan(12), 1, 12});
  ASSERT_THAT(both, IsOk());
  ASSERT_THAT(second, IsOk());
  for (size_t i = 0; i < second->size(); ++i) {
    ASSERT_NEAR((*both)[12 * 19 + i], (*second)[i], 1e-4);
  }
}

TEST_F(DecoderTest, StatesAreHandedOutLayerByLayer) {
  const Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 6});
  const std::vector<int64_t> ids = Tokens(6, 19, "states"), targets(6, -1);
  std::vector<int64_t> layers;
  std::vector<double> losses(6);
  const LayerObserver observer = [&](const LayerStates& states) {
    layers.push_back(states.layer);
    EXPECT_EQ(states.ffn_in.size(), 6u * 16);
    // Layer 1 has no FFN.
    EXPECT_EQ(states.ffn_in == states.ffn_out, states.layer == 1);
  };
  ASSERT_THAT(decoder.Losses({ids, 1, 6}, targets, observer, absl::MakeSpan(losses)), IsOk());
  EXPECT_THAT(layers, testing::ElementsAre(0, 1, 2));
}

TEST_F(DecoderTest, BytesDoNotDependOnTheWorkerThatComputes) {
  const Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 70});
  const std::vector<int64_t> ids = Tokens(140, 19, "ids"), targets = Tokens(140, 19, "targets");
  numeric::ThreadPool pool(4, UseOneInnerThread);
  std::vector<std::vector<float>> gradients(8, std::vector<float>(weights.values().size()));
  pool.Run(8, [&](int64_t i) {
    EXPECT_THAT(decoder.LossAndGradient({ids, 2, 70}, targets, 1.0,
                                        absl::MakeSpan(gradients[static_cast<size_t>(i)])),
                IsOk());
  });
  for (const auto& gradient : gradients) EXPECT_EQ(gradient, gradients[0]);
}

TEST_F(DecoderTest, BFloat16IsNearFloat32) {
  const Parameters weights = Weights(Small());
  const std::vector<int64_t> ids = Tokens(20, 19, "ids"), targets = Tokens(20, 19, "targets");
  std::vector<float> exact(weights.values().size()), rough(exact.size());
  const Decoder wide(weights, {.longest_sequence = 20});
  const Decoder narrow(weights, {.longest_sequence = 20, .precision = Precision::kBFloat16});
  const auto a = wide.LossAndGradient({ids, 1, 20}, targets, 1.0, absl::MakeSpan(exact));
  const auto b = narrow.LossAndGradient({ids, 1, 20}, targets, 1.0, absl::MakeSpan(rough));
  ASSERT_THAT(a, IsOk());
  ASSERT_THAT(b, IsOk());
  EXPECT_NEAR(*a, *b, 0.05 * *a);
  EXPECT_NE(*a, *b);
}

TEST_F(DecoderTest, ACallEndsAtTheNextLayerWhenCancelled) {
  const Parameters weights = Weights(Small());
  // Three layers: the fifth question is asked in the middle of the way back.
  for (const int last : {0, 2, 5}) {
    int asked = 0;
    const Decoder decoder(
        weights, {.longest_sequence = 8, .cancelled = [&asked, last] { return asked++ == last; }});
    const std::vector<int64_t> ids = Tokens(8, 19, "ids"), targets = Tokens(8, 19, "targets");
    std::vector<float> gradient(weights.values().size());
    EXPECT_THAT(decoder.LossAndGradient({ids, 1, 8}, targets, 1.0, absl::MakeSpan(gradient)),
                StatusIs(absl::StatusCode::kCancelled));
    EXPECT_EQ(asked, last + 1);
  }
}

TEST_F(DecoderTest, BadBatchesAreRefused) {
  const Parameters weights = Weights(Small());
  const Decoder decoder(weights, {.longest_sequence = 4});
  const std::vector<int64_t> outside = {1, 19}, good = {1, 2};
  EXPECT_THAT(decoder.Logits({outside, 1, 2}), FailsOnField("token_id"));
  EXPECT_THAT(decoder.Logits({good, 1, 3}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(decoder.Logits({good, 2, 0}), StatusIs(absl::StatusCode::kInvalidArgument));
  const std::vector<int64_t> five = {1, 2, 3, 4, 5};
  EXPECT_THAT(decoder.Logits({five, 1, 5}), StatusIs(absl::StatusCode::kInvalidArgument));
  std::vector<double> losses(2);
  EXPECT_THAT(decoder.Losses({good, 1, 2}, outside, {}, absl::MakeSpan(losses)),
              FailsOnField("target"));
}

TEST(DeviceClassTest, NamesAnInstructionSet) {
  EXPECT_THAT(DeviceClass(), testing::StartsWith("cpu-"));
  EXPECT_GT(DeviceClass().size(), 6u);
}

}  // namespace
}  // namespace widthlab::model
