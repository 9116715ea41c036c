// Tokens and their ids, both ways.
//
//   Vocabulary vocabulary;
//   RETURN_IF_ERROR(vocabulary.Add("hello", 17));
//   vocabulary.Id("hello")      // 17
//   vocabulary.Token(17)        // "hello"
//
// Ids may leave gaps. Movable, so that views of tokens stay valid.
#ifndef WIDTHLAB_COMMON_TOKENIZER_VOCABULARY_H_
#define WIDTHLAB_COMMON_TOKENIZER_VOCABULARY_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"

namespace widthlab::tokenizer {

class Vocabulary {
 public:
  // Ids are below this; the largest vocabularies in use have 2^18.
  static constexpr uint64_t kMaxSize = uint64_t{1} << 24;

  Vocabulary() = default;
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;

  // INVALID_ARGUMENT on field "vocab" for a token or an id that is there already (both tokens are
  // named), and for an id that is too large.
  absl::Status Add(std::string token, uint64_t id);

  std::optional<uint32_t> Id(std::string_view token) const;
  std::optional<std::string_view> Token(int64_t id) const;

  int64_t count() const { return static_cast<int64_t>(tokens_.size()); }
  // Largest id and one; 0 without tokens.
  int64_t end() const { return end_; }

 private:
  std::deque<std::string> tokens_;
  absl::flat_hash_map<std::string_view, uint32_t> ids_;
  absl::flat_hash_map<uint32_t, std::string_view> by_id_;
  int64_t end_ = 0;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_VOCABULARY_H_
