#include "common/architecture/gguf_sizes.h"

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_error.h"

namespace widthlab::architecture {
namespace {

// More than any model has; keeps what is made for each layer small.
constexpr int64_t kMaxLayers = 10000;

absl::StatusOr<int64_t> Vocabulary(GgufFamilyReader& reader) {
  const auto& tensors = reader.file().tensors();
  const auto found = tensors.find("token_embd.weight");
  if (found == tensors.end() || found->second.shape.size() != 2) {
    return tensor_io::GgufError(reader.file().label(), "tensor token_embd.weight", "metadata",
                                found == tensors.end() ? "is missing" : "is not a matrix");
  }
  const int64_t rows = found->second.shape.front();
  if (reader.Has("vocab_size")) {
    ASSIGN_OR_RETURN(const int64_t said, reader.Integer("vocab_size"));
    if (said != rows) {
      return reader.Error("vocab_size",
                          absl::StrCat("is ", said, ", but token_embd.weight has ", rows, " rows"));
    }
  }
  return rows;
}

// head_dim, which three keys may tell; they must agree.
absl::StatusOr<int64_t> HeadDim(GgufFamilyReader& reader, int64_t hidden, int64_t heads) {
  int64_t head_dim = heads > 0 ? hidden / heads : 0;
  if (reader.Has("attention.key_length")) {
    ASSIGN_OR_RETURN(head_dim, reader.Integer("attention.key_length"));
  } else if (heads < 1 || hidden % heads != 0) {
    return reader.Error("attention.head_count",
                        absl::StrCat("is ", heads, ", no divisor of ", hidden));
  }
  for (const char* key :
       {"attention.value_length", "attention.key_length_swa", "attention.value_length_swa",
        "rope.dimension_count", "rope.dimension_count_swa"}) {
    RETURN_IF_ERROR(reader.Expect(key, static_cast<double>(head_dim), "the size of a head"));
  }
  return head_dim;
}

}  // namespace

absl::StatusOr<GgufSizes> ReadGgufSizes(GgufFamilyReader& reader) {
  GgufSizes s;
  ASSIGN_OR_RETURN(s.layers, reader.Integer("block_count"));
  if (s.layers < 1 || s.layers > kMaxLayers) {
    return reader.Error("block_count",
                        absl::StrCat("is ", s.layers, "; allowed is 1 to ", kMaxLayers));
  }
  ASSIGN_OR_RETURN(s.hidden, reader.Integer("embedding_length"));
  ASSIGN_OR_RETURN(s.heads, reader.SameEverywhere("attention.head_count", s.layers));
  s.kv_heads = s.heads;
  if (reader.Has("attention.head_count_kv")) {
    ASSIGN_OR_RETURN(s.kv_heads, reader.SameEverywhere("attention.head_count_kv", s.layers));
  }
  ASSIGN_OR_RETURN(s.head_dim, HeadDim(reader, s.hidden, s.heads));
  ASSIGN_OR_RETURN(s.positions, reader.Integer("context_length"));
  ASSIGN_OR_RETURN(s.ffn_widths, reader.PerLayer("feed_forward_length", s.layers));
  ASSIGN_OR_RETURN(s.vocabulary, Vocabulary(reader));
  return s;
}

}  // namespace widthlab::architecture
