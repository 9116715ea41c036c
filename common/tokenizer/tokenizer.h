// Text to token ids and back.
//
//   std::unique_ptr<Tokenizer> tokenizer = MakeByteTokenizer();
//   ASSIGN_OR_RETURN(std::vector<int64_t> ids, tokenizer->EncodeDocument("Hi"));  // {256, 72, 105}
//
// Implementations are immutable: calls from several threads are fine.
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::tokenizer {

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // What a model's inspection calls it, for instance "byte".
  virtual std::string_view name() const = 0;

  // Ids lie in [0, vocabulary_size).
  virtual int64_t vocabulary_size() const = 0;

  // The ids of `text` alone; special tokens that stand in it are found.
  // Error: INVALID_ARGUMENT on field "text" for bytes that are not UTF-8, with their place.
  virtual absl::StatusOr<std::vector<int64_t>> Encode(std::string_view text) const = 0;

  // The ids of a whole document: with the special tokens that the model puts in front and behind.
  virtual absl::StatusOr<std::vector<int64_t>> EncodeDocument(std::string_view text) const = 0;

  // The text of `ids`; special tokens have none.
  // Error: INVALID_ARGUMENT for an id outside the vocabulary.
  virtual absl::StatusOr<std::string> Decode(absl::Span<const int64_t> ids) const = 0;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_H_
