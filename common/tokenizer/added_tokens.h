// Tokens that are found in the text before it is cut into pieces: <|endoftext|> and the like.
//
//   AddedTokens added;
//   RETURN_IF_ERROR(added.Add({.content = "<s>", .id = 1}));
//   RETURN_IF_ERROR(added.Split("<s>Hi", piece_sink, id_sink));       // 1, then "Hi"
//
// At every place the longest token is taken, from left to right. A token that must stand alone, or
// takes the blanks around it, looks at its neighbours after that, as `tokenizers` does.
#ifndef WIDTHLAB_COMMON_TOKENIZER_ADDED_TOKENS_H_
#define WIDTHLAB_COMMON_TOKENIZER_ADDED_TOKENS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace widthlab::tokenizer {

struct AddedToken {
  std::string content = {};
  uint32_t id = 0;
  // Only where no word character stands before or behind it.
  bool single_word = false;
  // Takes the white space to its left, to its right.
  bool takes_left = false;
  bool takes_right = false;
};

class AddedTokens {
 public:
  static constexpr size_t kMaxContentBytes = 4096;

  AddedTokens() : nodes_(1) {}

  // Of two equal contents the first stays. INVALID_ARGUMENT on field "added_tokens" for an empty or
  // very long content.
  absl::Status Add(AddedToken token);

  bool empty() const { return tokens_.empty(); }

  // The text in order: parts between tokens, none empty, and ids.
  absl::Status Split(std::string_view text, absl::FunctionRef<absl::Status(std::string_view)> part,
                     absl::FunctionRef<void(uint32_t)> id) const;

 private:
  static constexpr int32_t kNone = -1;

  struct Node {
    int32_t token = kNone;
    // By byte, ascending.
    std::vector<std::pair<unsigned char, int32_t>> children = {};
  };

  int32_t Child(int32_t node, char byte) const;

  // The longest token at `at`, or kNone.
  int32_t LongestAt(std::string_view text, size_t at) const;

  std::vector<AddedToken> tokens_;
  std::vector<Node> nodes_;
  std::array<bool, 256> begins_ = {};
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_ADDED_TOKENS_H_
