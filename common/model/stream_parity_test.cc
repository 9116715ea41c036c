// Every family against what the reference implementation computes from the same checkpoint
// (tests/data/README.md), and the promises of stream_decoder.h.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "common/architecture/config_json.h"
#include "common/model/inner_threads.h"
#include "common/model/stream_decoder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using ::testing::HasSubstr;

std::string Folder(const std::string& model) { return "tests/data/models/" + model; }

architecture::Architecture ReadArchitecture(const std::string& model) {
  std::ifstream file(Folder(model) + "/config.json");
  std::stringstream text;
  text << file.rdbuf();
  const auto a = architecture::ParseConfigJson(text.str());
  EXPECT_THAT(a, IsOk());
  return a.ok() ? *a : architecture::Architecture();
}

template <typename T>
std::vector<T> Values(const tensor_io::SafetensorsFile& file, const std::string& name) {
  const auto view = file.Tensor(name);
  EXPECT_THAT(view, IsOk());
  std::vector<T> values(static_cast<size_t>(view->info->element_count()));
  EXPECT_THAT(view->CopyTo(absl::MakeSpan(values)), IsOk());
  return values;
}

// The largest relative L2 error of a row [rows, width].
double LargestRowError(absl::Span<const float> got, const std::vector<float>& wanted,
                       int64_t width) {
  EXPECT_EQ(got.size(), wanted.size());
  double largest = 0;
  for (size_t row = 0; row < wanted.size(); row += static_cast<size_t>(width)) {
    double difference = 0, norm = 0;
    for (size_t i = row; i < row + static_cast<size_t>(width); ++i) {
      difference += std::pow(double{got[i]} - double{wanted[i]}, 2);
      norm += std::pow(double{wanted[i]}, 2);
    }
    largest = std::max(largest, std::sqrt(difference / norm));
  }
  return largest;
}

// Keeps what it sees.
class Recorder : public LayerVisitor {
 public:
  absl::Status FfnIn(int64_t, absl::Span<float> states) override {
    ffn_in.emplace_back(states.begin(), states.end());
    return absl::OkStatus();
  }
  absl::Status FfnOut(int64_t, absl::Span<float> states) override {
    ffn_out.emplace_back(states.begin(), states.end());
    return absl::OkStatus();
  }
  std::vector<std::vector<float>> ffn_in, ffn_out;
};

// The same, with every optional view.
class FullRecorder : public Recorder {
 public:
  bool wants_contributions() const override { return true; }
  bool wants_ffn_norm() const override { return true; }
  absl::Status AttentionUpdate(int64_t, absl::Span<float> update) override {
    attention.emplace_back(update.begin(), update.end());
    return absl::OkStatus();
  }
  absl::Status FfnNorm(int64_t, absl::Span<const float> x) override {
    normed.emplace_back(x.begin(), x.end());
    return absl::OkStatus();
  }
  absl::Status FfnUpdate(int64_t, absl::Span<float> update) override {
    updates.emplace_back(update.begin(), update.end());
    return absl::OkStatus();
  }
  std::vector<std::vector<float>> attention, normed, updates;
};

class Model {
 public:
  explicit Model(const std::string& name, int threads = 2,
                 Precision precision = Precision::kFloat32)
      : a(ReadArchitecture(name)), pool(threads, UseOneInnerThread) {
    auto source = tensor_io::OpenSafetensorsFolder(Folder(name));
    EXPECT_THAT(source, IsOk());
    auto made =
        StreamDecoder::Create(a, *std::move(source), {.pool = &pool, .precision = precision});
    EXPECT_THAT(made, IsOk());
    decoder = *std::move(made);
    const auto file = tensor_io::SafetensorsFile::Open(Folder(name) + "/expected.safetensors");
    ids = Values<int64_t>(*file, "input_ids");
    tokens = {ids, {0, 48, 96}};
    states.resize(ids.size() * static_cast<size_t>(a.hidden_size));
  }

  absl::Status Run(LayerVisitor& visitor, int64_t last = -1) {
    absl::Status status = decoder->Embed(tokens, absl::MakeSpan(states));
    if (!status.ok()) return status;
    return decoder->RunLayers(tokens, 0, last < 0 ? a.layers : last, absl::MakeSpan(states),
                              visitor);
  }

  architecture::Architecture a;
  numeric::ThreadPool pool;
  std::unique_ptr<StreamDecoder> decoder;
  std::vector<int64_t> ids;
  TokenSequences tokens;
  std::vector<float> states;
};

double MeanLoss(const std::vector<double>& losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(losses.size() - 2);
}

double StoredLoss(const std::string& model) {
  std::ifstream file(Folder(model) + "/meta.json");
  std::stringstream text;
  text << file.rdbuf();
  const size_t at = text.str().find("\"loss_float64\": ");
  return std::stod(text.str().substr(at + 16));
}

class StreamParityTest : public testing::TestWithParam<const char*> {};

TEST_P(StreamParityTest, StatesLogitsAndLossAreThoseOfTheReference) {
  Model model(GetParam());
  Recorder recorder;
  ASSERT_THAT(model.Run(recorder), IsOk());
  const auto expected =
      tensor_io::SafetensorsFile::Open(Folder(GetParam()) + "/expected.safetensors");
  for (int64_t l = 0; l < model.a.layers; ++l) {
    const std::string layer = std::to_string(l);
    const auto i = static_cast<size_t>(l);
    const int64_t d = model.a.hidden_size;
    EXPECT_LT(LargestRowError(recorder.ffn_in[i], Values<float>(*expected, "ffn_in." + layer), d),
              1e-5)
        << l;
    EXPECT_LT(LargestRowError(recorder.ffn_out[i], Values<float>(*expected, "ffn_out." + layer), d),
              1e-5)
        << l;
  }
  std::vector<double> losses(model.ids.size());
  std::vector<float> logits(model.ids.size() * static_cast<size_t>(model.a.vocab_size));
  std::vector<int64_t> likeliest(model.ids.size());
  ASSERT_THAT(model.decoder->Head(
                  model.tokens, model.states,
                  {absl::MakeSpan(losses), absl::MakeSpan(logits), absl::MakeSpan(likeliest)}),
              IsOk());
  for (size_t i = 0; i < likeliest.size(); ++i) {
    const auto row = logits.begin() + static_cast<int64_t>(i) * model.a.vocab_size;
    EXPECT_EQ(likeliest[i], std::max_element(row, row + model.a.vocab_size) - row);
  }
  const std::vector<float> wanted = Values<float>(*expected, "logits");
  for (size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(logits[i], wanted[i], 1e-3) << i;
  EXPECT_NEAR(MeanLoss(losses), StoredLoss(GetParam()), 1e-4);
}

TEST_P(StreamParityTest, ThreadsPartsAndViewsDoNotChangeABit) {
  Model one(GetParam(), 1), three(GetParam(), 3);
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
  Model exact(GetParam()), rounded(GetParam(), 2, Precision::kBFloat16);
  Recorder a, b;
  ASSERT_THAT(exact.Run(a, 1), IsOk());
  ASSERT_THAT(rounded.Run(b, 1), IsOk());
  const double error = LargestRowError(b.ffn_out.front(), a.ffn_out.front(), exact.a.hidden_size);
  EXPECT_GT(error, 1e-5);
  EXPECT_LT(error, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Families, StreamParityTest,
                         testing::Values("llama-tiny", "llama-tied", "mistral-tiny", "gemma2-tiny",
                                         "gemma3-tiny", "gpt2-tiny", "qwen2-tiny", "qwen3-tiny",
                                         "olmo2-tiny"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(StreamDecoderTest, BadTokensAreNamed) {
  Model model("gpt2-tiny");
  const std::vector<int64_t> ids = {1, 2, 320};
  EXPECT_THAT(model.decoder->Check({ids, {0, 3}}), FailsOnField("token_id"));
  EXPECT_THAT(model.decoder->Check({ids, {0, 0, 2}}), FailsOnField("sequences"));
  const std::vector<int64_t> many(65, 1);
  EXPECT_THAT(model.decoder->Check({many, {0, 65}}), FailsOnField("sequences"));
  EXPECT_THAT(model.decoder->Check({many, {0, 64, 65}}), IsOk());
}

TEST(StreamDecoderTest, OtherTensorsThanTheConfigurationSaysAreNamed) {
  numeric::ThreadPool pool(1, UseOneInnerThread);
  const auto create = [&](const architecture::Architecture& a) {
    return StreamDecoder::Create(a, *tensor_io::OpenSafetensorsFolder(Folder("llama-tiny")),
                                 {.pool = &pool})
        .status();
  };
  architecture::Architecture a = ReadArchitecture("llama-tiny");
  a.layers = 4;
  a.ffn_widths.resize(4);
  EXPECT_THAT(create(a), StatusIs(absl::StatusCode::kInvalidArgument,
                                  HasSubstr("weights of layer 4, but its configuration says 4")));
  a = ReadArchitecture("llama-tiny");
  a.qk_norm = architecture::QkNorm::kPerHead;
  EXPECT_THAT(create(a), StatusIs(absl::StatusCode::kInvalidArgument,
                                  HasSubstr("lacks tensor model.layers.0.self_attn.k_norm")));
  a = ReadArchitecture("llama-tiny");
  a.kv_heads = 4;
  EXPECT_THAT(create(a),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("k_proj.weight is [32, 64]")));
}

}  // namespace
}  // namespace widthlab::model
