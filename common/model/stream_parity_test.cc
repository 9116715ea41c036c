// Every family against what the reference implementation computes from the same checkpoint, and the
// promises of stream_decoder.h: on the process's threads, and in tensor operations as a device has
// them.
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "common/model/stream_fixture.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using ::testing::HasSubstr;

class StreamParityTest : public testing::TestWithParam<std::tuple<const char*, bool>> {
 protected:
  const std::string name_ = std::get<0>(GetParam());
  const ComputeDevice device_ =
      std::get<1>(GetParam()) ? ComputeDevice::TensorsOnHostForTesting() : ComputeDevice();
};

TEST_P(StreamParityTest, StatesLogitsAndLossAreThoseOfTheReference) {
  FixtureModel(name_, {.device = device_}).ExpectTheReference();
}

TEST_P(StreamParityTest, ThreadsPartsAndViewsDoNotChangeABit) {
  FixtureModel one(name_, {.threads = 1, .device = device_});
  FixtureModel three(name_, {.threads = 3, .device = device_});
  Recorder plain;
  FullRecorder full;
  ASSERT_THAT(one.Run(plain), IsOk());
  ASSERT_THAT(three.Run(full), IsOk());
  EXPECT_EQ(plain.ffn_in, full.ffn_in);
  EXPECT_EQ(plain.ffn_out, full.ffn_out);
  for (size_t l = 0; l < full.updates.size(); ++l) {
    for (size_t i = 0; i < full.updates[l].size(); ++i) {
      ASSERT_EQ(full.ffn_in[l][i] + full.updates[l][i], full.ffn_out[l][i]);
    }
  }
  // On from a layer in the middle, and each sequence by itself.
  Recorder rest, alone;
  const int64_t middle = one.a.layers / 2;
  std::vector<float> states = plain.ffn_out[static_cast<size_t>(middle) - 1];
  ASSERT_THAT(
      one.decoder->RunLayers(one.tokens, middle, one.a.layers, absl::MakeSpan(states), rest),
      IsOk());
  EXPECT_EQ(rest.ffn_out.back(), plain.ffn_out.back());
  const TokenSequences second{absl::MakeConstSpan(one.ids).subspan(48), {0, 48}};
  std::vector<float> half(states.size() / 2);
  ASSERT_THAT(one.decoder->Embed(second, absl::MakeSpan(half)), IsOk());
  ASSERT_THAT(one.decoder->RunLayers(second, 0, one.a.layers, absl::MakeSpan(half), alone), IsOk());
  EXPECT_EQ(std::memcmp(half.data(), &plain.ffn_out.back()[half.size()], half.size() * 4), 0);
}

TEST_P(StreamParityTest, BFloat16IsCloseToFloat32) {
  FixtureModel exact(name_);
  FixtureModel rounded(name_, {.precision = Precision::kBFloat16, .device = device_});
  Recorder a, b;
  ASSERT_THAT(exact.Run(a, 1), IsOk());
  ASSERT_THAT(rounded.Run(b, 1), IsOk());
  const double error = LargestRowError(b.ffn_out.front(), a.ffn_out.front(), exact.a.hidden_size);
  EXPECT_GT(error, 1e-5);
  EXPECT_LT(error, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Families, StreamParityTest,
                         testing::Combine(testing::ValuesIn(kFixtureModels), testing::Bool()),
                         [](const auto& info) {
                           std::string name = std::get<0>(info.param);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name + (std::get<1>(info.param) ? "_tensors" : "");
                         });

TEST(StreamDecoderTest, BadTokensAreNamed) {
  FixtureModel model("gpt2-tiny");
  const std::vector<int64_t> ids = {1, 2, 320};
  EXPECT_THAT(model.decoder->Check({ids, {0, 3}}), FailsOnField("token_id"));
  EXPECT_THAT(model.decoder->Check({ids, {0, 0, 2}}), FailsOnField("sequences"));
  const std::vector<int64_t> many(65, 1);
  EXPECT_THAT(model.decoder->Check({many, {0, 65}}), FailsOnField("sequences"));
  EXPECT_THAT(model.decoder->Check({many, {0, 64, 65}}), IsOk());
}

TEST(StreamDecoderTest, OtherTensorsThanTheConfigurationSaysAreNamed) {
  numeric::ThreadPool pool(1);
  const auto create = [&](const architecture::Architecture& a) {
    return StreamDecoder::Create(a, *tensor_io::OpenSafetensorsFolder(FixtureFolder("llama-tiny")),
                                 {.pool = &pool})
        .status();
  };
  architecture::Architecture a = FixtureArchitecture("llama-tiny");
  a.layers = 4;
  a.ffn_widths.resize(4);
  EXPECT_THAT(create(a), StatusIs(absl::StatusCode::kInvalidArgument,
                                  HasSubstr("weights of layer 4, but its configuration says 4")));
  a = FixtureArchitecture("llama-tiny");
  a.qk_norm = architecture::QkNorm::kPerHead;
  EXPECT_THAT(create(a), StatusIs(absl::StatusCode::kInvalidArgument,
                                  HasSubstr("lacks tensor model.layers.0.self_attn.k_norm")));
  a = FixtureArchitecture("llama-tiny");
  a.kv_heads = 4;
  EXPECT_THAT(create(a),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("k_proj.weight is [32, 64]")));
}

}  // namespace
}  // namespace widthlab::model
