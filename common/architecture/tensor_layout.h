// Which tensors a model's checkpoint has, under Hugging Face's names, and where the decoder keeps
// what is in them.
//
//   for (const StoredTensor& tensor : LayerTensors(a, /*layer=*/0)) {
//     // "model.layers.0.self_attn.k_proj.weight" [kv_width, d]: rows query_width, ... of kQkv
//   }
//
// The decoder keeps one matrix [out, in] for queries, keys and values (kQkv), and one for gate and
// up (kGateUp; up alone where the FFN is plain), so that a block of tokens meets each once.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_TENSOR_LAYOUT_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_TENSOR_LAYOUT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/architecture/architecture.h"

namespace widthlab::architecture {

// What the decoder holds of a layer, in the order in which it is used, then outside the layers.
enum class Slot {
  kAttentionNorm,
  kAttentionNormBias,
  kQkv,
  kQkvBias,
  kQueryNorm,
  kKeyNorm,
  kOutput,
  kOutputBias,
  kPostAttentionNorm,
  kFfnNorm,
  kFfnNormBias,
  kGateUp,
  kGateUpBias,
  kDown,
  kDownBias,
  kPostFfnNorm,
  kTokenEmbedding,
  kPositionEmbedding,
  kFinalNorm,
  kFinalNormBias,
  kHead,
};
inline constexpr int kSlots = static_cast<int>(Slot::kHead) + 1;

struct StoredTensor {
  std::string name;
  // As it is stored, row-major. A matrix is [out, in], or [in, out] where `transposed`.
  std::vector<int64_t> shape;
  Slot slot;
  // Its first row (first element of a bias) in the slot.
  int64_t first_row = 0;
  bool transposed = false;

  int64_t element_count() const;
};

// Rows and columns of a slot; columns is 1 for a vector. 0 rows where the model has no such part.
struct SlotShape {
  int64_t rows = 0;
  int64_t columns = 1;
  int64_t size() const { return rows * columns; }
};
SlotShape ShapeOfSlot(const Architecture& a, int64_t layer, Slot slot);

// The tensors of one layer. `prefix` stands in front of every name; WeightPrefix is the one that a
// checkpoint of a language model has.
std::vector<StoredTensor> LayerTensors(const Architecture& a, int64_t layer,
                                       std::string_view prefix);

// Embeddings, final norm, and head where it is not tied.
std::vector<StoredTensor> OuterTensors(const Architecture& a, std::string_view prefix);

// "model.", or "transformer." for GPT-2.
std::string_view WeightPrefix(const Architecture& a);

// True of what tools write beside the weights and nobody needs: rotary frequencies, GPT-2's causal
// masks, the head of a tied model.
bool IsRedundant(const Architecture& a, std::string_view name);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_TENSOR_LAYOUT_H_
