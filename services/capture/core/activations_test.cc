#include "services/capture/core/activations.h"

#include <fstream>
#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/artifact/temporary_folder.h"
#include "common/model/checkpoint.h"
#include "common/model/decoder.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_source.h"
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

std::vector<TokenDocument> MakeDocuments() {
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

// Weights as a checkpoint that is read from disk.
class Checkpoint {
 public:
  explicit Checkpoint(const model::Parameters& weights) {
    const std::string path = folder_.path() + "/model.safetensors";
    std::ofstream file(path, std::ios::binary);
    EXPECT_THAT(model::WriteWeights(weights,
                                    [&file](std::string_view bytes) {
                                      file.write(bytes.data(), static_cast<int64_t>(bytes.size()));
                                      return absl::OkStatus();
                                    }),
                IsOk());
    file.close();
    inputs.architecture = weights.architecture();
    auto source = tensor_io::OpenSafetensorsFile(path);
    EXPECT_THAT(source, IsOk());
    inputs.weights = *std::move(source);
    inputs.documents = &documents_;
  }

  CaptureInputs inputs;

 private:
  artifact::TemporaryFolder folder_;
  const DocumentList documents_{MakeDocuments()};
};

absl::StatusOr<Activations> CaptureAll(const v1::CaptureSpec& spec, int threads,
                                       const std::string& folder = "",
                                       job::ProgressSink* sink = nullptr) {
  numeric::ThreadPool pool(threads, model::UseOneInnerThread);
  job::NullProgressSink progress;
  const job::CancelToken cancel;
  Checkpoint checkpoint(Weights());
  checkpoint.inputs.folder = folder;
  return Capture(spec, checkpoint.inputs, pool, sink == nullptr ? progress : *sink, cancel);
}

std::string BytesOf(const Cloud& cloud) {
  std::string bytes;
  EXPECT_THAT(WriteCloud(cloud,
                         [&](std::string_view piece) {
                           bytes.append(piece);
                           return absl::OkStatus();
                         }),
              IsOk());
  return bytes;
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
  const TokenDocument document = MakeDocuments()[static_cast<size_t>(path.back() - '0')];
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
      found = found || row == cloud.layers[1].ffn_out.values().subspan(0, 16);
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
    bytes[threads == 1 ? 0 : 1] = BytesOf(activations->cloud);
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
      Capture(Spec(), Checkpoint(weights).inputs, pool, progress, cancel),
      StatusIs(absl::StatusCode::kFailedPrecondition, testing::HasSubstr("not finite in layer")));
}

TEST(CaptureTest, KeepsEveryPositionAndEveryPoint) {
  v1::CaptureSpec spec = Spec();
  spec.set_keep_all(true);
  spec.set_logits(true);
  for (const char* point : {"ffn_in", "ffn_out", "attention_out", "ffn_norm", "ffn_update"}) {
    spec.add_points(point);
  }
  const auto activations = CaptureAll(spec, 2);
  ASSERT_THAT(activations, IsOk());
  const Cloud& cloud = activations->cloud;
  EXPECT_EQ(cloud.rows, 51 + 58 + 65);  // documents of one id more than their bytes
  EXPECT_EQ(cloud.sequence[16], 1);
  EXPECT_EQ(cloud.position[16], 0);
  EXPECT_EQ(cloud.token_id[0], 256);
  const Cloud::Layer& layer = cloud.layers[1];
  for (size_t i = 0; i < layer.ffn_in.size(); ++i) {
    ASSERT_EQ(layer.ffn_in.data()[i] + layer.ffn_update.data()[i], layer.ffn_out.data()[i]);
    ASSERT_EQ(cloud.layers[0].ffn_out.data()[i] + layer.attention_out.data()[i],
              layer.ffn_in.data()[i]);
  }
  const auto file = tensor_io::SafetensorsFile::FromBytes(BytesOf(cloud), "cloud");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->tensors().at("logits").ShapeText(), "[174, 257]");
  EXPECT_EQ(file->tensors().size(), 15u);
}

// Ends a capture after some layers, as a crash would.
class Interrupter : public job::NullProgressSink {
 public:
  Interrupter(int64_t layers, job::CancelToken& cancel) : layers_(layers), cancel_(cancel) {}
  void Report(const job::ProgressReport& progress) override {
    if (progress.unit == "layers" && first < 0) first = progress.done;
    if (progress.unit == "layers" && progress.done == layers_) cancel_.Cancel();
  }
  int64_t first = -1;

 private:
  const int64_t layers_;
  job::CancelToken& cancel_;
};

TEST(CaptureTest, GoesOnAfterTheLastFinishedLayer) {
  const artifact::TemporaryFolder folder;
  const std::string scratch = folder.path() + "/scratch";
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  Checkpoint checkpoint(Weights());
  checkpoint.inputs.folder = scratch;
  job::CancelToken cancel, go;
  Interrupter interrupter(1, cancel), watcher(-1, go);
  EXPECT_THAT(Capture(Spec(), checkpoint.inputs, pool, interrupter, cancel),
              StatusIs(absl::StatusCode::kCancelled));
  const auto resumed = Capture(Spec(), checkpoint.inputs, pool, watcher, go);
  ASSERT_THAT(resumed, IsOk());
  EXPECT_EQ(watcher.first, 1);
  EXPECT_EQ(BytesOf(resumed->cloud), BytesOf(CaptureAll(Spec(), 1)->cloud));
}

TEST(CaptureTest, UnknownPointsAreNamed) {
  v1::CaptureSpec spec = Spec();
  spec.add_points("ffn_inn");
  EXPECT_THAT(CaptureAll(spec, 1), FailsOnField("points"));
}

TEST(CaptureTest, StopsWhenCancelled) {
  numeric::ThreadPool pool(1, model::UseOneInnerThread);
  job::NullProgressSink progress;
  job::CancelToken cancel;
  cancel.Cancel();
  EXPECT_THAT(Capture(Spec(), Checkpoint(Weights()).inputs, pool, progress, cancel),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::capture
