#include "common/architecture/tensor_layout.h"

#include <map>
#include <set>
#include <string>

#include "common/architecture/accounts.h"
#include "common/architecture/families.h"
#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

Architecture Small(const char* model_type) {
  Architecture a = BaseOf(*FamilyOf(model_type));
  a.vocab_size = 11;
  a.hidden_size = 8;
  a.layers = 2;
  a.heads = 4;
  a.kv_heads = a.positions == Positions::kLearned ? 4 : 2;
  a.head_dim = a.positions == Positions::kLearned ? 2 : 6;
  a.ffn_widths = {12, 20};
  a.max_positions = 16;
  return a;
}

int64_t SizeOf(const Architecture& a, Slot slot) {
  const SlotShape shape = ShapeOfSlot(a, 1, slot);
  return shape.rows == 0 ? 0 : shape.size();
}

class TensorLayoutTest : public testing::TestWithParam<const char*> {};

TEST_P(TensorLayoutTest, TensorsHoldWhatTheAccountCounts) {
  const Architecture a = Small(GetParam());
  ASSERT_TRUE(Validate(a).ok()) << Validate(a);
  int64_t elements = 0;
  std::set<std::string> names;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    for (const StoredTensor& tensor : LayerTensors(a, layer, "")) {
      elements += tensor.element_count();
      names.insert(tensor.name);
    }
  }
  for (const StoredTensor& tensor : OuterTensors(a, "")) {
    elements += tensor.element_count();
    names.insert(tensor.name);
  }
  EXPECT_EQ(elements, CountParameters(a).total());
  const size_t lists = LayerTensors(a, 0, "").size() + LayerTensors(a, 1, "").size();
  EXPECT_EQ(names.size(), lists + OuterTensors(a, "").size());
}

TEST_P(TensorLayoutTest, TensorsFillTheirSlots) {
  const Architecture a = Small(GetParam());
  std::map<Slot, int64_t> filled;
  for (const StoredTensor& tensor : LayerTensors(a, 1, "")) {
    const SlotShape slot = ShapeOfSlot(a, 1, tensor.slot);
    EXPECT_EQ(tensor.first_row * slot.columns, filled[tensor.slot]) << tensor.name;
    filled[tensor.slot] += tensor.element_count();
  }
  for (int i = 0; i < static_cast<int>(Slot::kTokenEmbedding); ++i) {
    const Slot slot = static_cast<Slot>(i);
    EXPECT_EQ(filled[slot], SizeOf(a, slot)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Families, TensorLayoutTest,
                         testing::Values("llama", "mistral", "qwen2", "qwen3", "olmo2", "gemma2",
                                         "gemma3_text", "gpt2"));

TEST(TensorLayoutTest, KnowsWhatIsRedundant) {
  EXPECT_TRUE(IsRedundant(Small("gpt2"), "h.0.attn.bias"));
  EXPECT_TRUE(IsRedundant(Small("gpt2"), "lm_head.weight"));
  EXPECT_FALSE(IsRedundant(Small("llama"), "lm_head.weight"));
  EXPECT_FALSE(IsRedundant(Small("llama"), "model.layers.0.self_attn.q_norm.weight"));
}

}  // namespace
}  // namespace widthlab::architecture
