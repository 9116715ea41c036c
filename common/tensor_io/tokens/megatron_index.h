// The .idx of a Megatron shard: which part of its .bin is which document.
//
//   ASSIGN_OR_RETURN(const MegatronIndex index, ParseMegatronIndex(file.bytes(), "train.idx"));
//   index.document_offsets;   // in tokens, from 0 to all of them
//
// docs/formats/tokens.md has the bytes and the rules: sequences must follow one another without a
// gap, documents must be made of whole sequences, and each count must fit the file before anything
// is allocated for it.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_MEGATRON_INDEX_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_MEGATRON_INDEX_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/tokens/id_array.h"

namespace widthlab::tensor_io {

struct MegatronIndex {
  IdType type = IdType::kU16;
  // [documents + 1], from 0 to the tokens of all sequences; documents may be empty.
  std::vector<int64_t> document_offsets = {0};
};

// Errors: TokenError with rule header, magic, version, dtype, count, size, empty, sequences,
// pointers, documents or modes.
absl::StatusOr<MegatronIndex> ParseMegatronIndex(std::string_view bytes, std::string_view label);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_MEGATRON_INDEX_H_
