// Where a GGUF tensor stands in a Hugging Face checkpoint, and what the conversion did to it.
//
//   NameInCheckpoint("llama", "blk.3.attn_q.weight");
//   // {"model.layers.3.self_attn.q_proj.weight", GgufChange::kQueryRows}
//
// Conversions to GGUF rename tensors, and change some: Llama's query and key rows are put in the
// order in which its rotation pairs neighbours, Gemma's norms have their one added, and GPT-2's
// matrices are turned to [out, in].
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_NAMES_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_NAMES_H_

#include <optional>
#include <string>
#include <string_view>

namespace widthlab::tensor_io {

// What must be undone.
enum class GgufChange {
  kNone,
  kQueryRows,   // row 2i + s of a head is row i + s·(head_dim/2) there; heads are the query heads
  kKeyRows,     // the same, with the key-value heads
  kPlusOne,     // 1 was added
  kTransposed,  // the two dimensions were exchanged
};

struct CheckpointName {
  std::string name;
  GgufChange change = GgufChange::kNone;

  friend bool operator==(const CheckpointName&, const CheckpointName&) = default;
};

// The families whose tensors have names here, for messages: "llama, gemma2, ...".
std::string GgufFamilies();
bool IsGgufFamily(std::string_view family);

// Nothing where the family has no such tensor. `family` is the file's general.architecture (a
// Mistral is a "llama" there).
std::optional<CheckpointName> NameInCheckpoint(std::string_view family, std::string_view tensor);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_NAMES_H_
