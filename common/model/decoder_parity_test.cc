// Agreement with the reference implementation on a checkpoint that it made (tests/data/README.md).
#include <cmath>
#include <string>
#include <vector>

#include "common/model/checkpoint.h"
#include "common/model/decoder.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

constexpr char kFolder[] = "tests/data/models/mistral-tiny/";
constexpr int64_t kLength = 48;
constexpr int64_t kWindow = 16;  // the first positions are those that the window does not touch

architecture::Architecture MistralTiny() {
  architecture::Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 288, .hidden_size = 48, .layers = 4, .heads = 4, .ffn_width = 136});
  a.kv_heads = 2;
  a.head_dim = 20;
  a.tied_embeddings = false;
  return a;
}

// Rows [0, kWindow) of both sequences of a stored [2, 48, width] tensor.
std::vector<float> Expected(const tensor_io::SafetensorsFile& file, const std::string& name) {
  const auto view = file.Tensor(name);
  EXPECT_THAT(view, IsOk());
  const size_t width = static_cast<size_t>(view->info->shape[2]);
  std::vector<float> all(static_cast<size_t>(view->info->element_count())), rows;
  EXPECT_THAT(view->CopyTo(absl::MakeSpan(all)), IsOk());
  for (size_t sequence = 0; sequence < 2; ++sequence) {
    const auto begin = all.begin() + static_cast<int64_t>(sequence * kLength * width);
    rows.insert(rows.end(), begin, begin + static_cast<int64_t>(kWindow * width));
  }
  return rows;
}

double RelativeError(absl::Span<const float> values, const std::vector<float>& expected) {
  EXPECT_EQ(values.size(), expected.size());
  double difference = 0, norm = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    difference += std::pow(double{values[i]} - double{expected[i]}, 2);
    norm += std::pow(double{expected[i]}, 2);
  }
  return std::sqrt(difference / norm);
}

TEST(DecoderParityTest, StatesAndLogitsAreThoseOfTheReference) {
  UseOneInnerThread();
  const auto weights_file = tensor_io::SafetensorsFile::Open(std::string(kFolder) + kWeightsFile);
  const auto expected =
      tensor_io::SafetensorsFile::Open(std::string(kFolder) + "expected.safetensors");
  ASSERT_THAT(weights_file, IsOk());
  ASSERT_THAT(expected, IsOk());
  const auto weights = ReadWeights(MistralTiny(), *weights_file);
  ASSERT_THAT(weights, IsOk());
  const Decoder decoder(*weights, {.longest_sequence = kWindow});

  std::vector<int64_t> all(2 * kLength), ids;
  ASSERT_THAT(expected->Tensor("input_ids")->CopyTo(absl::MakeSpan(all)), IsOk());
  ids.insert(ids.end(), all.begin(), all.begin() + kWindow);
  ids.insert(ids.end(), all.begin() + kLength, all.begin() + kLength + kWindow);
  const TokenBatch batch{ids, 2, kWindow};

  std::vector<double> losses(ids.size());
  const std::vector<int64_t> targets(ids.size(), -1);
  const LayerObserver observer = [&](const LayerStates& states) {
    const std::string layer = std::to_string(states.layer);
    EXPECT_LT(RelativeError(states.ffn_in, Expected(*expected, "ffn_in." + layer)), 1e-5);
    EXPECT_LT(RelativeError(states.ffn_out, Expected(*expected, "ffn_out." + layer)), 1e-5);
  };
  ASSERT_THAT(decoder.Losses(batch, targets, observer, absl::MakeSpan(losses)), IsOk());
  const auto logits = decoder.Logits(batch);
  ASSERT_THAT(logits, IsOk());
  const std::vector<float> wanted = Expected(*expected, "logits");
  for (size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR((*logits)[i], wanted[i], 1e-3);
}

}  // namespace
}  // namespace widthlab::model
