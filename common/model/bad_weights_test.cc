// A checkpoint that is damaged in what its headers do not say: numbers that are none, and files
// that change while they are read.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/model/compute_device.h"
#include "common/model/inner_threads.h"
#include "common/model/model_files.h"
#include "common/model/stream_decoder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

// A copy of a small model whose file may be spoiled; run on the process's threads, or in tensor
// operations as a device has them.
class BadWeightsTest : public testing::TestWithParam<bool> {
 protected:
  BadWeightsTest() {
    for (const char* name : {"config.json", "model.safetensors"}) {
      fs::copy_file(std::string("tests/data/models/llama-tied/") + name,
                    folder_.path() + "/" + name);
    }
    fs::permissions(weights_, fs::perms::owner_write, fs::perm_options::add);
  }

  // Overwrites one number of a tensor.
  void Put(const std::string& tensor, int64_t index, float value) {
    size_t at = 0;
    {
      const auto file = tensor_io::SafetensorsFile::Open(weights_);
      const auto view = file->Tensor(tensor);
      ASSERT_THAT(view, IsOk());
      ASSERT_EQ(view->info->dtype, tensor_io::DType::kF32);
      at = fs::file_size(weights_) - PayloadBytes(*file) + view->info->begin;
    }
    std::fstream out(weights_, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(static_cast<std::streamoff>(at) + 4 * index);
    out.write(reinterpret_cast<const char*>(&value), 4);
  }

  absl::Status Run(LayerVisitor& visitor) {
    const auto files = FindModelFiles(folder_.path());
    const auto a = ReadArchitecture(*files);
    auto weights = OpenWeights(*files);
    EXPECT_THAT(weights, IsOk());
    numeric::ThreadPool pool(2, UseOneInnerThread);
    const auto decoder = StreamDecoder::Create(
        *a, *std::move(weights),
        {.pool = &pool,
         .device = GetParam() ? ComputeDevice::TensorsOnHostForTesting() : ComputeDevice()});
    EXPECT_THAT(decoder, IsOk());
    const std::vector<int64_t> ids(64, 5);
    const TokenSequences tokens{ids, {0, 64}};
    std::vector<float> states(ids.size() * static_cast<size_t>(a->hidden_size));
    absl::Status status = (*decoder)->Embed(tokens, absl::MakeSpan(states));
    if (!status.ok()) return status;
    status = (*decoder)->RunLayers(tokens, 0, a->layers, absl::MakeSpan(states), visitor);
    if (!status.ok()) return status;
    std::vector<double> losses(ids.size());
    return (*decoder)->Head(tokens, states, {.losses = absl::MakeSpan(losses)});
  }

  static size_t PayloadBytes(const tensor_io::SafetensorsFile& file) {
    size_t end = 0;
    for (const auto& [name, info] : file.tensors()) end = std::max<size_t>(end, info.end);
    return end;
  }

  const artifact::TemporaryFolder folder_;
  const std::string weights_ = folder_.path() + "/model.safetensors";
};

// Counts the layers that were handed out, and does something after one of them.
class Visitor : public LayerVisitor {
 public:
  explicit Visitor(int64_t layer = -1, std::function<void()> then = {})
      : layer_(layer), then_(std::move(then)) {}

  absl::Status FfnOut(int64_t layer, absl::Span<float>) override {
    ++layers;
    if (layer == layer_) then_();
    return absl::OkStatus();
  }

  int layers = 0;

 private:
  const int64_t layer_;
  const std::function<void()> then_;
};

testing::Matcher<const absl::Status&> NotFiniteIn(const std::string& tensor) {
  return StatusIs(absl::StatusCode::kFailedPrecondition,
                  AllOf(HasSubstr("tensor " + tensor), HasSubstr("holds a NaN or an infinity")));
}

TEST_P(BadWeightsTest, TheModelRunsAsItIs) {
  Visitor visitor;
  EXPECT_THAT(Run(visitor), IsOk());
  EXPECT_GE(visitor.layers, 2);
}

TEST_P(BadWeightsTest, ANaNInAMatrixIsNamed) {
  Put("model.layers.1.mlp.up_proj.weight", 7, std::nanf(""));
  Visitor visitor;
  EXPECT_THAT(Run(visitor), NotFiniteIn("model.layers.1.mlp.up_proj.weight"));
  EXPECT_EQ(visitor.layers, 1);
}

TEST_P(BadWeightsTest, AnInfinityInANormIsNamed) {
  Put("model.layers.0.input_layernorm.weight", 0, INFINITY);
  Visitor visitor;
  EXPECT_THAT(Run(visitor), NotFiniteIn("model.layers.0.input_layernorm.weight"));
  EXPECT_EQ(visitor.layers, 0);
}

TEST_P(BadWeightsTest, ANaNInTheEmbeddingIsNamed) {
  const auto file = tensor_io::SafetensorsFile::Open(weights_);
  const int64_t width = file->tensors().find("model.embed_tokens.weight")->second.shape[1];
  Put("model.embed_tokens.weight", 5 * width, std::nanf(""));
  Visitor visitor;
  EXPECT_THAT(Run(visitor), NotFiniteIn("model.embed_tokens.weight"));
}

TEST_P(BadWeightsTest, AFileThatIsShortenedBetweenLayersEndsTheRun) {
  Visitor visitor(0, [this] { fs::resize_file(weights_, 5000); });
  EXPECT_THAT(Run(visitor), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     AllOf(HasSubstr(weights_), HasSubstr("changed while"))));
  EXPECT_EQ(visitor.layers, 1);
}

TEST_P(BadWeightsTest, AFileThatIsShortenedBeforeTheHeadEndsTheRun) {
  Visitor visitor(1, [this] { fs::resize_file(weights_, 0); });
  EXPECT_THAT(Run(visitor), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     AllOf(HasSubstr(weights_), HasSubstr("changed while"))));
}

TEST_P(BadWeightsTest, ANaNInTheFinalNormIsNamed) {
  Put("model.norm.weight", 3, std::nanf(""));
  Visitor visitor;
  EXPECT_THAT(Run(visitor), NotFiniteIn("model.norm.weight"));
  EXPECT_GE(visitor.layers, 2);
}

INSTANTIATE_TEST_SUITE_P(Devices, BadWeightsTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "tensors" : "host"; });

}  // namespace
}  // namespace widthlab::model
