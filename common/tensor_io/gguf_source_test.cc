#include "common/tensor_io/gguf_source.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "common/tensor_io/dequantise.h"
#include "common/tensor_io/gguf_builder.h"
#include "common/tensor_io/gguf_names.h"
#include "common/tensor_io/widen.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::unique_ptr<TensorSource> Open(const GgufBuilder& gguf) {
  auto file = GgufFile::FromBytes(gguf.Build(), "x.gguf");
  EXPECT_THAT(file, IsOk());
  auto source = MakeGgufSource(*std::move(file));
  EXPECT_THAT(source, IsOk());
  return *std::move(source);
}

std::vector<float> ReadAll(const TensorSource& source, const std::string& name) {
  const SourceTensor* tensor = source.Find(name);
  EXPECT_NE(tensor, nullptr) << name;
  std::vector<float> out(static_cast<size_t>(tensor->element_count()));
  EXPECT_THAT(source.Read(name, absl::MakeSpan(out)), IsOk());
  return out;
}

GgufBuilder Llama() {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "llama");
  gguf.Uint32("llama.attention.head_count", 2).Uint32("llama.attention.head_count_kv", 1);
  return gguf;
}

// Heads of 6 rows: the file has (0, 0'), (1, 1'), (2, 2') of the halves 0 1 2 and 0' 1' 2'.
TEST(GgufSourceTest, PutsQueryAndKeyRowsBack) {
  GgufBuilder gguf = Llama();
  gguf.Floats("blk.0.attn_q.weight", {12, 2}, {0, 0, 3, 3, 1, 1, 4,  4,  2, 2, 5,  5,  //
                                               6, 6, 9, 9, 7, 7, 10, 10, 8, 8, 11, 11});
  gguf.Floats("blk.0.attn_k.weight", {6, 1}, {0, 3, 1, 4, 2, 5});
  gguf.Floats("blk.0.attn_k.bias", {6}, {0, 3, 1, 4, 2, 5});
  gguf.Floats("blk.0.attn_v.weight", {6, 1}, {0, 1, 2, 3, 4, 5});
  const auto source = Open(gguf);
  std::vector<float> expected;
  for (int i = 0; i < 24; ++i) expected.push_back(static_cast<float>(i / 2));
  const std::string q = "model.layers.0.self_attn.q_proj.weight";
  EXPECT_EQ(ReadAll(*source, q), expected);
  EXPECT_THAT(ReadAll(*source, "model.layers.0.self_attn.k_proj.weight"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(ReadAll(*source, "model.layers.0.self_attn.k_proj.bias"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(ReadAll(*source, "model.layers.0.self_attn.v_proj.weight"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  std::vector<float> rows(6);
  ASSERT_THAT(source->ReadRows(q, 4, absl::MakeSpan(rows)), IsOk());
  EXPECT_THAT(rows, ElementsAre(4, 4, 5, 5, 6, 6));
  // Only what lies as it was can be used in place.
  EXPECT_TRUE(source->Mapped(q, "F32").empty());
  EXPECT_EQ(source->Mapped("model.layers.0.self_attn.v_proj.weight", "F32").size(), 24u);
}

TEST(GgufSourceTest, HeadsThatDoNotDivideTheRowsAreRefused) {
  GgufBuilder gguf = Llama();
  gguf.Floats("blk.0.attn_q.weight", {6, 1}, {0, 3, 1, 4, 2, 5});
  auto file = GgufFile::FromBytes(gguf.Build(), "x.gguf");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(MakeGgufSource(*std::move(file)).status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("tensor blk.0.attn_q.weight: has 6 rows, which are not 2 heads")));
}

TEST(GgufSourceTest, TakesTheOneOffGemmasNorms) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "gemma3");
  gguf.Floats("output_norm.weight", {2}, {1.5f, 0.75f});
  gguf.Floats("blk.7.attn_q_norm.weight", {2}, {1, 3});
  gguf.Floats("blk.7.ffn_norm.weight", {1}, {0});
  gguf.Floats("blk.7.ffn_up.weight", {1, 1}, {4});
  const auto source = Open(gguf);
  EXPECT_THAT(ReadAll(*source, "model.norm.weight"), ElementsAre(0.5f, -0.25f));
  EXPECT_THAT(ReadAll(*source, "model.layers.7.self_attn.q_norm.weight"), ElementsAre(0, 2));
  EXPECT_THAT(ReadAll(*source, "model.layers.7.pre_feedforward_layernorm.weight"), ElementsAre(-1));
  EXPECT_THAT(ReadAll(*source, "model.layers.7.mlp.up_proj.weight"), ElementsAre(4));
}

TEST(GgufSourceTest, TurnsGpt2sMatrices) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "gpt2");
  gguf.Floats("blk.0.ffn_up.weight", {3, 2}, {0, 1, 10, 11, 20, 21});
  const auto source = Open(gguf);
  const std::string name = "transformer.h.0.mlp.c_fc.weight";
  EXPECT_THAT(source->Find(name)->shape, ElementsAre(2, 3));
  EXPECT_THAT(ReadAll(*source, name), ElementsAre(0, 10, 20, 1, 11, 21));
  std::vector<float> row(3);
  ASSERT_THAT(source->ReadRows(name, 1, absl::MakeSpan(row)), IsOk());
  EXPECT_THAT(row, ElementsAre(1, 11, 21));
}

// Blocks of 32 whose scale is 0.25, 0.5, ... and whose values are 0 to 31.
std::string Q8Blocks(int blocks) {
  std::string bytes;
  for (int b = 0; b < blocks; ++b) {
    bytes += LittleEndian(static_cast<uint16_t>(0x3400 + (b << 10)));
    for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<char>(i));
  }
  return bytes;
}

TEST(GgufSourceTest, ReadsRangesThatCutBlocks) {
  GgufBuilder gguf = Llama();
  gguf.Tensor("output_norm.weight", {128}, GgufTypeId::kQ8_0, Q8Blocks(4));
  const auto source = Open(gguf);
  const std::vector<float> all = ReadAll(*source, "model.norm.weight");
  EXPECT_EQ(all[33], 0.5f);
  EXPECT_EQ(all[127], 2.0f * 31);
  for (int64_t begin = 0; begin < 128; begin += 7) {
    for (size_t size = 1; begin + static_cast<int64_t>(size) <= 128; size += 11) {
      std::vector<float> part(size);
      ASSERT_THAT(source->ReadRows("model.norm.weight", begin, absl::MakeSpan(part)), IsOk());
      EXPECT_EQ(part, std::vector<float>(all.begin() + begin,
                                         all.begin() + begin + static_cast<int64_t>(size)));
    }
  }
  std::vector<uint16_t> narrow(128), expected(128);
  ASSERT_THAT(source->Read("model.norm.weight", absl::MakeSpan(narrow)), IsOk());
  NarrowToBFloat16(all, absl::MakeSpan(expected));
  EXPECT_EQ(narrow, expected);
}

TEST(GgufSourceTest, UnknownFamiliesAndTensors) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "mamba");
  auto file = GgufFile::FromBytes(gguf.Build(), "x.gguf");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(MakeGgufSource(*std::move(file)).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is mamba; families")));
  GgufBuilder llama = Llama();
  llama.Floats("blk.0.ssm_in.weight", {1}, {1}).Floats("rope_freqs.weight", {1}, {1});
  const auto source = Open(llama);
  EXPECT_NE(source->Find("blk.0.ssm_in.weight"), nullptr);
  EXPECT_EQ(source->tensors().size(), 1u);
}

TEST(GgufSourceTest, APartOfAModelIsRefused) {
  GgufBuilder gguf = Llama();
  gguf.Raw("split.count", GgufKind::kUint16, LittleEndian<uint16_t>(3));
  auto file = GgufFile::FromBytes(gguf.Build(), "x.gguf");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(MakeGgufSource(*std::move(file)).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("split into 3 files")));
}

TEST(GgufNamesTest, OneNameForOneTensor) {
  using Change = GgufChange;
  EXPECT_EQ(NameInCheckpoint("llama", "blk.3.attn_q.weight"),
            (CheckpointName{"model.layers.3.self_attn.q_proj.weight", Change::kQueryRows}));
  EXPECT_EQ(NameInCheckpoint("qwen2", "blk.3.attn_q.bias"),
            (CheckpointName{"model.layers.3.self_attn.q_proj.bias", Change::kNone}));
  EXPECT_EQ(NameInCheckpoint("olmo2", "blk.10.post_ffw_norm.weight"),
            (CheckpointName{"model.layers.10.post_feedforward_layernorm.weight", Change::kNone}));
  for (const char* name : {"blk.03.attn_q.weight", "blk..attn_q.weight", "blk.x.attn_q.weight",
                           "blk.3", "blk.-1.attn_q.weight", "blk.3.", ""}) {
    EXPECT_EQ(NameInCheckpoint("llama", name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace widthlab::tensor_io
