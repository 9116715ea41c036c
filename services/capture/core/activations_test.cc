#include "services/capture/core/activations.h"

#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/model/decoder.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using tokenizer::TokenDocument;

model::Parameters Weights() {
  architecture::Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 257, .hidden_size = 16, .layers = 2, .heads = 2, .ffn_width = 32});
  a.ffn_widths = {40, 24};
  auto parameters = model::Parameters::Create(a);
  EXPECT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  return *std::move(parameters);
}

std::vector<TokenDocument> Documents() {
  std::vector<TokenDocument> documents;
  for (uint32_t i = 0; i < 3; ++i) {
    TokenDocument document{.path = "doc" + std::to_string(i), .digest = "", .ids = {256}};
    for (uint32_t k = 0; k < 50 + 7 * i; ++k) document.ids.push_back((k * k + 13 * i) % 256);
    documents.push_back(document);
  }
  return documents;
}

v1::CaptureSpec Spec() {
  v1::CaptureSpec spec;
  spec.set_seed(4);
  spec.set_sequences(6);
  spec.set_sequence_length(16);
  spec.set_skip_first(1);
  spec.set_subsamples(3);
  spec.set_tokens_per_subsample(5);
  return spec;
}

absl::StatusOr<Activations> CaptureAll(const v1::CaptureSpec& spec, int threads) {
  numeric::ThreadPool pool(threads, model::UseOneInnerThread);
  job::NullProgressSink progress;
  const job::CancelToken cancel;
  return Capture(spec, Weights(), Documents(), pool, progress, cancel);
}

TEST(CaptureTest, RowsAreTheStatesOfTheirTokens) {
  const auto activations = CaptureAll(Spec(), 2);
  ASSERT_THAT(activations, IsOk());
  const Cloud& cloud = activations->cloud;
  ASSERT_EQ(cloud.rows, 15);
  EXPECT_THAT(cloud.subsample, ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2));
  // The first row again, from the model itself: its document is cut at multiples of 16.
  const std::string path =
      activations->summary.sequence_documents(static_cast<int>(cloud.sequence[0]));
  const TokenDocument document = Documents()[static_cast<size_t>(path.back() - '0')];
  const model::Parameters weights = Weights();
  const model::Decoder decoder(weights, {.longest_sequence = 16});
  bool found = false;
  for (size_t begin = 0; begin < document.ids.size(); begin += 16) {
    const size_t length = std::min<size_t>(16, document.ids.size() - begin);
    const auto first = document.ids.begin() + static_cast<int64_t>(begin);
    const std::vector<int64_t> ids(first, first + static_cast<int64_t>(length)),
        targets(length, -1);
    std::vector<double> losses(length);
    const auto observer = [&](const model::LayerStates& states) {
      if (states.layer != 1 || static_cast<size_t>(cloud.position[0]) >= length) return;
      const absl::Span<const float> row =
          states.ffn_out.subspan(static_cast<size_t>(cloud.position[0]) * 16, 16);
      found = found || row == absl::MakeConstSpan(cloud.layers[1].ffn_out).subspan(0, 16);
    };
    ASSERT_THAT(decoder.Losses({ids, 1, static_cast<int64_t>(length)}, targets, observer,
                               absl::MakeSpan(losses)),
                IsOk());
  }
  EXPECT_TRUE(found);
}

TEST(CaptureTest, TheSummarySaysWhatWasRead) {
  const auto activations = CaptureAll(Spec(), 2);
  ASSERT_THAT(activations, IsOk());
  const v1::ActivationsSummary& summary = activations->summary;
  EXPECT_EQ(summary.sequences(), 6);
  EXPECT_EQ(summary.sequence_documents_size(), 6);
  EXPECT_EQ(summary.outliers_size(), 2);
  EXPECT_EQ(summary.outliers(1).layer(), 1);
  EXPECT_GE(summary.eligible_tokens(), 15);
  EXPECT_NEAR(summary.loss(), 5.55, 0.1);  // an untrained model: log 257
  EXPECT_THAT(summary.architecture().ffn_widths(), ElementsAre(40, 24));
  EXPECT_EQ(summary.architecture().ffn_width(), 32);
}

TEST(CaptureTest, BytesDoNotDependOnTheNumberOfThreads) {
  std::string bytes[2];
  for (const int threads : {1, 3}) {
    const auto activations = CaptureAll(Spec(), threads);
    ASSERT_THAT(activations, IsOk());
    ASSERT_THAT(WriteCloud(activations->cloud,
                           [&](std::string_view piece) {
                             bytes[threads == 1 ? 0 : 1].append(piece);
                             return absl::OkStatus();
                           }),
                IsOk());
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  const auto file = tensor_io::SafetensorsFile::FromBytes(bytes[0], "cloud");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->tensors().size(), 8u);
  EXPECT_EQ(file->tensors().at("ffn_in.1").ShapeText(), "[15, 16]");
  EXPECT_EQ(file->tensors().at("token_id").dtype, tensor_io::DType::kI64);
}

TEST(CaptureTest, ALimitOnNormsKeepsTheCount) {
  v1::CaptureSpec spec = Spec();
  spec.set_max_norm_ratio(1.5);
  const auto activations = CaptureAll(spec, 2);
  ASSERT_THAT(activations, IsOk());
  EXPECT_EQ(activations->cloud.rows, 15);
}

TEST(CaptureTest, StatesThatAreNotFiniteAreAnError) {
  model::Parameters weights = Weights();
  for (float& value : weights.Tensor(3)) value = 1e38f;
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  job::NullProgressSink progress;
  const job::CancelToken cancel;
  EXPECT_THAT(
      Capture(Spec(), weights, Documents(), pool, progress, cancel),
      StatusIs(absl::StatusCode::kFailedPrecondition, testing::HasSubstr("not finite in layer")));
}

TEST(CaptureTest, StopsWhenCancelled) {
  numeric::ThreadPool pool(1, model::UseOneInnerThread);
  job::NullProgressSink progress;
  job::CancelToken cancel;
  cancel.Cancel();
  EXPECT_THAT(Capture(Spec(), Weights(), Documents(), pool, progress, cancel),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::capture
