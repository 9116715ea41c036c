// The decoder in tensor operations, as a device computes it, against the one on the process's
// threads: models of random traits and odd sizes, and sequences and vocabularies longer than the
// blocks they are cut into.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/compute_device.h"
#include "common/model/inner_threads.h"
#include "common/model/source_check.h"
#include "common/model/stream_decoder.h"
#include "common/model/stream_fixture.h"
#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "common/tensor_io/tensor_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using architecture::Architecture;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Weights that follow from a seed and their names: norms about 1, matrices that keep the size of
// what they multiply, biases about 0.
class RandomSource : public tensor_io::TensorSource {
 public:
  RandomSource(const Architecture& a, uint64_t seed) : TensorSource("random model"), seed_(seed) {
    const std::string prefix(architecture::WeightPrefix(a));
    Add(architecture::OuterTensors(a, prefix));
    for (int64_t l = 0; l < a.layers; ++l) Add(architecture::LayerTensors(a, l, prefix));
  }

  std::string_view Mapped(std::string_view, std::string_view) const override { return {}; }
  void Prefetch(std::string_view) const override {}
  void Release(std::string_view) const override {}
  absl::Status CheckUnchanged() const override { return absl::OkStatus(); }

 protected:
  absl::Status ReadElements(const tensor_io::SourceTensor& tensor, int64_t begin,
                            absl::Span<float> out) const override {
    numeric::RandomStream stream(seed_, tensor.name);
    stream.Skip(static_cast<uint64_t>(begin));
    const bool matrix = tensor.shape.size() == 2;
    const bool bias = tensor.name.find("bias") != std::string::npos;
    stream.FillNormal(out, matrix ? 1 / std::sqrt(static_cast<double>(tensor.row_size())) : 0.2);
    if (!matrix && !bias) {
      for (float& value : out) value += 1;
    }
    return absl::OkStatus();
  }

 private:
  void Add(const std::vector<architecture::StoredTensor>& tensors) {
    for (const architecture::StoredTensor& tensor : tensors) {
      AddTensor({.name = tensor.name, .shape = tensor.shape, .type = "F32", .stored_bytes = 0});
    }
  }

  const uint64_t seed_;
};

// GPT-2's traits come together.
void MakeGpt2(Architecture& a) {
  a.positions = architecture::Positions::kLearned;
  a.norm = architecture::NormKind::kLayer;
  a.feed_forward = architecture::FeedForward::kPlain;
  a.qkv_bias = a.attention_output_bias = a.ffn_bias = true;
  a.pre_norms = true;
  a.post_norms = a.norm_adds_one = false;
  a.qk_norm = architecture::QkNorm::kNone;
  for (int64_t& width : a.ffn_widths) width = std::max<int64_t>(width, 1);
}

// Any trait with any other, small odd sizes, some FFNs of width 0.
Architecture RandomArchitecture(uint64_t seed) {
  numeric::RandomStream random(seed, "architecture");
  const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random.Below(bound)); };
  const auto coin = [&] { return below(2) == 1; };
  Architecture a = architecture::UniformArchitecture({.vocab_size = 5 + below(40),
                                                      .hidden_size = 3 + below(30),
                                                      .layers = 1 + below(3),
                                                      .heads = 1,
                                                      .max_positions = 64});
  a.model_type = "llama";
  a.kv_heads = 1 + below(3);
  a.heads = a.kv_heads * (1 + below(3));
  a.head_dim = 2 + 2 * below(5);
  for (int64_t l = 0; l < a.layers; ++l) {
    a.ffn_widths[static_cast<size_t>(l)] = below(3) == 0 ? 0 : 1 + below(50);
    a.windows.push_back(coin() ? 1 + below(20) : 0);
  }
  a.activation = static_cast<architecture::Activation>(below(5));
  if (coin()) a.feed_forward = architecture::FeedForward::kPlain;
  a.qkv_bias = coin();
  a.attention_output_bias = coin();
  a.ffn_bias = coin();
  a.tied_embeddings = coin();
  a.norm_adds_one = coin();
  a.post_norms = coin();
  a.pre_norms = !a.post_norms || coin();
  a.qk_norm = static_cast<architecture::QkNorm>(below(3));
  if (coin()) a.local_rope_theta = 100;
  if (coin()) a.attention_scale = 0.3;
  if (coin()) a.attention_soft_cap = 2;
  if (coin()) a.final_soft_cap = 3;
  if (coin()) a.embedding_scale = 2.5;
  if (below(5) == 0) MakeGpt2(a);
  return a;
}

// Two decoders of one random model, and tokens for them.
class Pair {
 public:
  Pair(const Architecture& a, const std::vector<int64_t>& lengths, uint64_t seed = 1,
       std::function<bool()> cancelled = {})
      : a(a) {
    EXPECT_THAT(architecture::Validate(a), IsOk());
    numeric::RandomStream random(seed, "tokens");
    tokens.offsets = {0};
    for (const int64_t length : lengths) tokens.offsets.push_back(tokens.offsets.back() + length);
    for (int64_t i = 0; i < tokens.offsets.back(); ++i) {
      ids_.push_back(static_cast<int64_t>(random.Below(static_cast<uint64_t>(a.vocab_size))));
    }
    tokens.ids = ids_;
    const auto source = std::make_shared<const RandomSource>(a, seed);
    host = *StreamDecoder::Create(a, source, {.pool = &pool_});
    device = *StreamDecoder::Create(a, source,
                                    {.pool = &pool_,
                                     .cancelled = std::move(cancelled),
                                     .device = ComputeDevice::TensorsOnHostForTesting()});
  }

  std::vector<float> Embedded() const {
    std::vector<float> states(ids_.size() * static_cast<size_t>(a.hidden_size));
    EXPECT_THAT(host->Embed(tokens, absl::MakeSpan(states)), IsOk());
    return states;
  }

  struct Scores {
    std::vector<double> losses;
    std::vector<float> logits;
    std::vector<int64_t> likeliest;
  };
  Scores HeadOf(const StreamDecoder& decoder, absl::Span<const float> states) const {
    const size_t n = ids_.size();
    Scores s{std::vector<double>(n), std::vector<float>(n * static_cast<size_t>(a.vocab_size)),
             std::vector<int64_t>(n)};
    EXPECT_THAT(decoder.Head(tokens, states,
                             {absl::MakeSpan(s.losses), absl::MakeSpan(s.logits),
                              absl::MakeSpan(s.likeliest)}),
                IsOk());
    return s;
  }

  void ExpectEqualHeads(absl::Span<const float> states) const {
    const Scores one = HeadOf(*host, states), other = HeadOf(*device, states);
    for (size_t i = 0; i < one.losses.size(); ++i) {
      EXPECT_NEAR(other.losses[i], one.losses[i], 1e-4) << i;
    }
    for (size_t i = 0; i < one.logits.size(); ++i) {
      ASSERT_NEAR(other.logits[i], one.logits[i], 1e-4) << i;
    }
    // Two that are equal up to rounding may change places.
    for (size_t i = 0; i < one.likeliest.size(); ++i) {
      const size_t row = i * static_cast<size_t>(a.vocab_size);
      const auto logit = [&](int64_t entry) {
        return one.logits[row + static_cast<size_t>(entry)];
      };
      EXPECT_NEAR(logit(other.likeliest[i]), logit(one.likeliest[i]), 2e-4) << i;
    }
  }

  // Rows within 1e-5 or, where a model makes more of the rounding of what enters it, within four
  // times what it makes of one part in a million.
  void ExpectEqualPasses() const {
    std::vector<float> states = Embedded(), others = states, shaken = states;
    for (size_t i = 0; i < shaken.size(); ++i) shaken[i] *= i % 2 == 0 ? 1 + 1e-6f : 1 - 1e-6f;
    FullRecorder one, other, moved;
    ASSERT_THAT(host->RunLayers(tokens, 0, a.layers, absl::MakeSpan(states), one), IsOk());
    ASSERT_THAT(host->RunLayers(tokens, 0, a.layers, absl::MakeSpan(shaken), moved), IsOk());
    ASSERT_THAT(device->RunLayers(tokens, 0, a.layers, absl::MakeSpan(others), other), IsOk());
    for (size_t l = 0; l < static_cast<size_t>(a.layers); ++l) {
      const double most =
          std::max(1e-5, 4 * LargestRowError(moved.ffn_out[l], one.ffn_out[l], a.hidden_size));
      EXPECT_LT(most, 1e-3) << "this model tells nothing";
      EXPECT_LT(LargestRowError(other.ffn_in[l], one.ffn_in[l], a.hidden_size), most) << l;
      EXPECT_LT(LargestRowError(other.normed[l], one.normed[l], a.hidden_size), most) << l;
      EXPECT_LT(LargestRowError(other.ffn_out[l], one.ffn_out[l], a.hidden_size), most) << l;
    }
    ExpectEqualHeads(states);
  }

  const Architecture a;
  TokenSequences tokens;
  std::unique_ptr<StreamDecoder> host, device;

 private:
  std::vector<int64_t> ids_;
  numeric::ThreadPool pool_{2, UseOneInnerThread};
};

TEST(DeviceStreamTest, ModelsOfAnyTraitsAreThoseOfTheProcessor) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Pair(RandomArchitecture(seed), {1, 31, 7, 64}, seed).ExpectEqualPasses();
  }
}

TEST(DeviceStreamTest, SequencesLongerThanABlockAreThoseOfTheProcessor) {
  Architecture a = architecture::UniformArchitecture({.vocab_size = 11,
                                                      .hidden_size = 8,
                                                      .layers = 2,
                                                      .heads = 2,
                                                      .ffn_width = 5,
                                                      .max_positions = 4096});
  a.kv_heads = 1;
  a.windows = {0, 700};
  Pair(a, {2500, 3, 600}).ExpectEqualPasses();
}

TEST(DeviceStreamTest, AVocabularyLargerThanAPieceIsThatOfTheProcessor) {
  const Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 40'001, .hidden_size = 6, .layers = 1, .heads = 1, .ffn_width = 4});
  Pair(a, {3, 2}).ExpectEqualPasses();
}

TEST(DeviceStreamTest, AnFfnOfWidthZeroAddsNothing) {
  Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 9, .hidden_size = 7, .layers = 2, .heads = 1, .ffn_width = 3});
  a.head_dim = 4;
  a.ffn_widths = {0, 3};
  const Pair pair(a, {5});
  std::vector<float> states = pair.Embedded();
  FullRecorder seen;
  ASSERT_THAT(pair.device->RunLayers(pair.tokens, 0, 2, absl::MakeSpan(states), seen), IsOk());
  EXPECT_THAT(seen.updates[0], testing::Each(0.0f));
  EXPECT_EQ(seen.normed[0], seen.ffn_in[0]);
  EXPECT_EQ(seen.ffn_out[0], seen.ffn_in[0]);
  EXPECT_NE(seen.ffn_out[1], seen.ffn_in[1]);
}

TEST(DeviceStreamTest, OfEqualLogitsTheFirstIsTheMostLikelyAndOfNoneThatIsANumberNone) {
  const Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 20'000, .hidden_size = 4, .layers = 1, .heads = 1, .ffn_width = 4});
  const Pair pair(a, {3});
  // Nothing, which has equal logits everywhere; no number; and something.
  const std::vector<float> states = {0, 0, 0, 0, kNaN, 0, 0, 0, 1, 2, 3, 4};
  const Pair::Scores host = pair.HeadOf(*pair.host, states);
  const Pair::Scores device = pair.HeadOf(*pair.device, states);
  EXPECT_EQ(device.likeliest, host.likeliest);
  EXPECT_EQ(device.likeliest[0], 0);
  EXPECT_EQ(device.likeliest[1], -1);
  EXPECT_NEAR(device.losses[0], std::log(20'000.0), 1e-6);
  EXPECT_TRUE(std::isnan(device.losses[1]));
  EXPECT_EQ(device.losses[2], 0);
}

TEST(DeviceStreamTest, CancellationIsHeardBetweenAnyTwoBlocks) {
  int64_t left = std::numeric_limits<int64_t>::max(), asked = 0;
  const auto cancelled = [&] { return ++asked, --left < 0; };
  Architecture a = architecture::UniformArchitecture({.vocab_size = 11,
                                                      .hidden_size = 4,
                                                      .layers = 2,
                                                      .heads = 2,
                                                      .ffn_width = 5,
                                                      .max_positions = 4096});
  const Pair pair(a, {2100, 3}, 1, cancelled);
  const std::vector<float> embedded = pair.Embedded();
  const auto run = [&](Recorder& seen) {
    std::vector<float> states = embedded;
    return pair.device->RunLayers(pair.tokens, 0, 2, absl::MakeSpan(states), seen);
  };
  Recorder all;
  ASSERT_THAT(run(all), IsOk());
  // Two blocks of the long sequence before its five of queries, two behind them, three in the FFN;
  // three of the short one.
  EXPECT_EQ(asked, 2 * (2 + 5 + 2 + 3 + 3));
  const int64_t total = asked;
  for (const int64_t after : {int64_t{0}, total / 2 - 1, total / 2, total - 1}) {
    left = after;
    Recorder seen;
    EXPECT_THAT(run(seen), StatusIs(absl::StatusCode::kCancelled)) << after;
    EXPECT_EQ(seen.ffn_out.size(), after < total / 2 ? 0u : 1u) << after;
  }
  left = 1;
  std::vector<double> losses(embedded.size() / 4);
  EXPECT_THAT(pair.device->Head(pair.tokens, embedded, {.losses = absl::MakeSpan(losses)}),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::model
