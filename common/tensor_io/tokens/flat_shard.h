// Shards that are one run of ids: those of llm.c, with a header, and of nanoGPT, without.
//
//   ASSIGN_OR_RETURN(const FlatShard shard, ParseLlmC(file.bytes(), "train.bin"));
//   shard.ids.size();
//   shard.document_begin;   // 50256: the id that stands in front of every document
//
// docs/formats/tokens.md has the bytes and the rules. Ids are not looked at.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FLAT_SHARD_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FLAT_SHARD_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tensor_io/tokens/id_array.h"

namespace widthlab::tensor_io {

inline constexpr int32_t kLlmCGpt2Magic = 20240520;
inline constexpr int32_t kLlmCLlama3Magic = 20240801;
inline constexpr size_t kLlmCHeaderBytes = 256 * 4;

// <|endoftext|> and <|begin_of_text|>, which llm.c writes in front of a document.
inline constexpr int64_t kGpt2DocumentId = 50256;
inline constexpr int64_t kLlama3DocumentId = 128000;

struct FlatShard {
  IdArray ids = {};
  // The id that a document begins with, where the format says it.
  std::optional<int64_t> document_begin = std::nullopt;
};

// True for bytes that begin with a magic number of llm.c, also that of its evaluation files.
bool HasLlmCMagic(std::string_view bytes);

// Errors: TokenError with rule header, magic, version, count, size or empty.
absl::StatusOr<FlatShard> ParseLlmC(std::string_view bytes, std::string_view label);

// uint16, or uint32 where `wide`. Errors: TokenError with rule size, empty, or magic for a file of
// llm.c.
absl::StatusOr<FlatShard> ParseNanoGpt(std::string_view bytes, std::string_view label, bool wide);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FLAT_SHARD_H_
