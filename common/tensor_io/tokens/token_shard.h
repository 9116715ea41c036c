// A shard of token ids that another tool wrote, read where it lies.
//
//   ASSIGN_OR_RETURN(TokenShard shard, TokenShard::Open(TokenFormat::kLlmC, {.path =
//   "train.bin"})); RETURN_IF_ERROR(shard.FindDocuments({.vocabulary_size = 50257}));
//   std::vector<int64_t> ids(shard.Size(0));
//   shard.Copy(0, 0, absl::MakeSpan(ids));
//   RETURN_IF_ERROR(shard.CheckUnchanged());
//
// Formats of ids alone: not JSONL (jsonl.h). The file is mapped; in memory are eight bytes for each
// document. Movable; reading from several threads is fine once the documents are found.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_SHARD_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_SHARD_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/id_array.h"
#include "common/tensor_io/tokens/token_format.h"

namespace widthlab::tensor_io {

struct ShardPaths {
  std::string path = {};
  // The .idx of a Megatron shard.
  std::string index_path = {};
  // What it is called in errors; the path where empty.
  std::string label = {};
};

// How a model reads a shard.
struct DocumentRules {
  // Ids are below this.
  int64_t vocabulary_size = 0;
  // Of formats that do not say where documents lie (nanoGPT): ids that end one.
  std::vector<int64_t> document_ends = {};
};

class TokenShard {
 public:
  // Errors: those of MappedFile::Open; of ParseLlmC, ParseNanoGpt and ParseMegatronIndex;
  // TokenError with rule size for a .bin that is not what its .idx says.
  static absl::StatusOr<TokenShard> Open(TokenFormat format, const ShardPaths& paths);
  // The same for bytes in memory.
  static absl::StatusOr<TokenShard> FromBytes(TokenFormat format, std::string bytes,
                                              std::string index_bytes, std::string label);

  int64_t token_count() const { return ids_.size(); }

  // Reads every id once; needed before what follows. Documents are those of the index (Megatron),
  // begin with the id that the format puts in front of them (llm.c), or end with one of
  // `document_ends`; without any there is one. TokenError with rule vocabulary names the first
  // token outside it.
  absl::Status FindDocuments(const DocumentRules& rules);

  int64_t document_count() const { return static_cast<int64_t>(offsets_.size()) - 1; }
  int64_t Size(int64_t document) const {
    return offsets_[static_cast<size_t>(document) + 1] - offsets_[static_cast<size_t>(document)];
  }

  // Tokens [begin, begin + out.size()) of a document, which must exist.
  void Copy(int64_t document, int64_t begin, absl::Span<int64_t> out) const {
    ids_.Copy(offsets_[static_cast<size_t>(document)] + begin, out);
  }

  // FAILED_PRECONDITION FILE_CHANGED where the file is not what it was on opening, so that what was
  // copied may be neither the old ids nor the new ones.
  absl::Status CheckUnchanged() const { return contents_->mapped.CheckUnchanged(); }

 private:
  struct Contents {
    std::string label;
    MappedFile mapped;
    std::string owned;
    std::string_view bytes;
  };

  static absl::StatusOr<TokenShard> Parse(TokenFormat format, std::unique_ptr<Contents> contents,
                                          std::string_view index, const std::string& index_label);
  explicit TokenShard(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}

  absl::Status ReadIndex(std::string_view index, const std::string& index_label);
  absl::Status CheckVocabulary(int64_t first, absl::Span<const int64_t> ids, int64_t size) const;

  std::unique_ptr<Contents> contents_;
  IdArray ids_;
  // Where documents begin, and the end: [documents + 1].
  std::vector<int64_t> offsets_ = {0};
  // The format says where documents lie.
  bool indexed_ = false;
  // At most one id that begins a document.
  std::vector<int64_t> document_begins_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_SHARD_H_
