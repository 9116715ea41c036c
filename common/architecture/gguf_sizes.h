// The sizes in a GGUF file's metadata that every family has.
//
//   GgufFamilyReader reader(file, "llama");
//   ASSIGN_OR_RETURN(const GgufSizes sizes, ReadGgufSizes(reader));
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_GGUF_SIZES_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_GGUF_SIZES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/gguf_family_reader.h"

namespace widthlab::architecture {

struct GgufSizes {
  int64_t layers = 0;
  int64_t hidden = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
  int64_t positions = 0;
  int64_t vocabulary = 0;  // rows of token_embd.weight
  std::vector<int64_t> ffn_widths;
};

// INVALID_ARGUMENT BAD_GGUF naming the key: one that is missing, more layers than any model has, a
// head's size told in two ways, another vocabulary than the embedding's.
absl::StatusOr<GgufSizes> ReadGgufSizes(GgufFamilyReader& reader);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_GGUF_SIZES_H_
