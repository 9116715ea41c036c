// tokenizer.json as it is written: vocabulary and merges as lists, the rest as JSON.
//
//   ASSIGN_OR_RETURN(TokenizerFile file, ParseTokenizerFile(bytes));
//   file.vocabulary      // {{"hello", 17}, ...}
//
// The two long parts are taken out while they are read, so that a file of 30 MB needs little more
// than itself. Safe on any bytes: depth and size are checked before the parser sees them.
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_FILE_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

inline constexpr size_t kMaxTokenizerBytes = size_t{1} << 28;
inline constexpr size_t kMaxTokenizerDepth = 32;

struct TokenizerFile {
  // In the order of the file.
  std::vector<std::pair<std::string, uint64_t>> vocabulary = {};
  std::vector<std::pair<std::string, std::string>> merges = {};
  // Without model.vocab and model.merges.
  nlohmann::json rest = {};
};

// INVALID_ARGUMENT names what is wrong: no JSON, too deep, too large, a vocabulary that is no map
// of tokens to numbers, merges that are no pairs.
absl::StatusOr<TokenizerFile> ParseTokenizerFile(std::string_view json);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKENIZER_FILE_H_
