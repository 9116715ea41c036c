// Documents as token ids: what training and capture read instead of text.
//
//   TokenShardBuilder builder("byte", 257);
//   builder.Add({72, 105});                               // one document
//   RETURN_IF_ERROR(builder.Write(sink));
//   ASSIGN_OR_RETURN(TokenShard shard, TokenShard::Open("tokens.safetensors"));
//   shard.Copy(shard.DocumentBegin(0), absl::MakeSpan(ids));
//
// A shard is a safetensors file with `token_ids` (U16 where the vocabulary has at most 65,536
// entries, else U32; [tokens]) and `document_offsets` (I64, [documents + 1], from 0 to tokens);
// its metadata names the tokenizer and the vocabulary's size. docs/formats/tokens.md has the bytes.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKEN_SHARD_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKEN_SHARD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_writer.h"

namespace widthlab::tensor_io {

inline constexpr char kTokenShardFormat[] = "widthlab.tokens.v1";

// Mapped and checked: offsets rise from 0 to the number of tokens, every id is in the vocabulary.
// Opening reads every id once. Movable; reading from several threads is fine.
class TokenShard {
 public:
  // Errors: those of SafetensorsFile; INVALID_ARGUMENT with rule `token_shard`.
  static absl::StatusOr<TokenShard> Open(const std::string& path);
  static absl::StatusOr<TokenShard> FromBytes(std::string bytes, std::string label);

  int64_t document_count() const { return static_cast<int64_t>(offsets_.size()) - 1; }
  int64_t token_count() const { return offsets_.back(); }
  int64_t vocabulary_size() const { return vocabulary_size_; }
  const std::string& tokenizer() const { return tokenizer_; }

  // Where document `index` begins among all tokens, and how many it has.
  int64_t DocumentBegin(int64_t index) const { return offsets_[static_cast<size_t>(index)]; }
  int64_t DocumentSize(int64_t index) const {
    return DocumentBegin(index + 1) - DocumentBegin(index);
  }

  // The ids of tokens [begin, begin + out.size()), which must exist.
  void Copy(int64_t begin, absl::Span<int64_t> out) const;

 private:
  static absl::StatusOr<TokenShard> Parse(SafetensorsFile file);
  explicit TokenShard(SafetensorsFile file) : file_(std::move(file)) {}

  absl::Status ReadMetadata();
  absl::Status ReadOffsets();
  absl::Status ReadIds();
  absl::Status Error(const std::string& message) const;

  SafetensorsFile file_;
  std::string tokenizer_;
  int64_t vocabulary_size_ = 0;
  absl::Span<const int64_t> offsets_;
  // One of the two, by vocabulary size.
  absl::Span<const uint16_t> narrow_ids_;
  absl::Span<const uint32_t> wide_ids_;
};

// Collects documents, two or four bytes a token, then writes them.
class TokenShardBuilder {
 public:
  // `vocabulary_size` from 1 to 2^32.
  TokenShardBuilder(std::string tokenizer, int64_t vocabulary_size);

  // Ids must lie in [0, vocabulary_size). A document may be empty.
  void Add(absl::Span<const int64_t> document);

  int64_t document_count() const { return static_cast<int64_t>(offsets_.size()) - 1; }
  int64_t token_count() const { return offsets_.back(); }

  absl::Status Write(const ByteSink& sink) const;

 private:
  // Two bytes hold every id.
  bool narrow() const;

  std::string tokenizer_;
  int64_t vocabulary_size_;
  std::vector<int64_t> offsets_ = {0};
  std::vector<uint16_t> narrow_ids_;
  std::vector<uint32_t> wide_ids_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKEN_SHARD_H_
