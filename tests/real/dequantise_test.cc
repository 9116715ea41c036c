// The weights of a real GGUF against what three other implementations make of them.
#include "common/tensor_io/dequantise.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "common/architecture/gguf_config.h"
#include "common/architecture/tensor_layout.h"
#include "common/artifact/digest.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/gguf_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace widthlab {
namespace {

std::string ModelPath() {
  const char* path = std::getenv("WIDTHLAB_REAL_MODEL");
  return path == nullptr ? "" : path;
}

TEST(RealModelTest, TensorsHaveTheChecksumsOfTheOthers) {
  const auto file = tensor_io::GgufFile::Open(ModelPath());
  ASSERT_THAT(file, IsOk()) << "run by `./run test --real`, which fetches the file";
  std::ifstream text("tests/data/smollm2/tensors.json");
  const nlohmann::json expected = nlohmann::json::parse(text).at("tensors");
  EXPECT_EQ(expected.size(), 10u);
  for (const auto& [name, facts] : expected.items()) {
    ASSERT_EQ(file->tensors().count(name), 1u) << name;
    const tensor_io::GgufTensor& tensor = file->tensors().at(name);
    EXPECT_EQ(tensor.type->name, facts.at("type").get<std::string>()) << name;
    EXPECT_EQ(tensor.shape, facts.at("shape").get<std::vector<int64_t>>()) << name;
    size_t count = 1;
    for (const int64_t size : tensor.shape) count *= static_cast<size_t>(size);
    std::vector<float> values(count);
    tensor_io::Dequantise(tensor.type->id, file->BytesOf(tensor), absl::MakeSpan(values));
    EXPECT_EQ(artifact::Sha256Of({reinterpret_cast<const char*>(values.data()), 4 * values.size()}),
              facts.at("sha256").get<std::string>())
        << name;
  }
}

TEST(RealModelTest, HasEveryTensorOfItsArchitectureAndNoOther) {
  const auto file = tensor_io::GgufFile::Open(ModelPath());
  ASSERT_THAT(file, IsOk());
  const auto a = architecture::GgufArchitecture(*file);
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->layers, 30);
  EXPECT_EQ(a->rope_theta, 100000);
  EXPECT_TRUE(a->tied_embeddings);
  const auto source = tensor_io::OpenGgufSource(ModelPath());
  ASSERT_THAT(source, IsOk());
  size_t tensors = 0;
  int64_t parameters = 0;
  const auto check = [&](const std::vector<architecture::StoredTensor>& wanted) {
    for (const architecture::StoredTensor& tensor : wanted) {
      const tensor_io::SourceTensor* found = (*source)->Find(tensor.name);
      ASSERT_NE(found, nullptr) << tensor.name;
      EXPECT_EQ(found->shape, tensor.shape) << tensor.name;
      ++tensors;
      parameters += found->element_count();
    }
  };
  const std::string_view prefix = architecture::WeightPrefix(*a);
  check(architecture::OuterTensors(*a, prefix));
  for (int64_t layer = 0; layer < a->layers; ++layer) {
    check(architecture::LayerTensors(*a, layer, prefix));
  }
  EXPECT_EQ(tensors, (*source)->tensors().size());
  EXPECT_EQ(parameters, 134515008);
}

// Row 2i + s of a head in the file is row i + 32 s of Hugging Face's order.
TEST(RealModelTest, QueryRowsAreThoseOfTheFilePutBack) {
  const auto file = tensor_io::GgufFile::Open(ModelPath());
  ASSERT_THAT(file, IsOk());
  const auto source = tensor_io::OpenGgufSource(ModelPath());
  ASSERT_THAT(source, IsOk());
  constexpr int64_t kWidth = 576;
  constexpr int64_t kHead = 64;
  std::vector<float> stored(kWidth * kWidth), ours(kWidth * kWidth);
  const tensor_io::GgufTensor& tensor = file->tensors().at("blk.0.attn_q.weight");
  tensor_io::Dequantise(tensor.type->id, file->BytesOf(tensor), absl::MakeSpan(stored));
  ASSERT_THAT((*source)->Read("model.layers.0.self_attn.q_proj.weight", absl::MakeSpan(ours)),
              IsOk());
  for (int64_t head = 0; head < kWidth / kHead; ++head) {
    for (int64_t i = 0; i < kHead / 2; ++i) {
      for (int64_t s = 0; s < 2; ++s) {
        const int64_t from = (head * kHead + 2 * i + s) * kWidth;
        const int64_t to = (head * kHead + i + kHead / 2 * s) * kWidth;
        EXPECT_TRUE(
            std::equal(stored.begin() + from, stored.begin() + from + kWidth, ours.begin() + to));
      }
    }
  }
}

}  // namespace
}  // namespace widthlab
