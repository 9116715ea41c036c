// "post_processor" of a tokenizer.json: the special tokens around a document.
#ifndef WIDTHLAB_COMMON_TOKENIZER_JSON_POST_PROCESSOR_H_
#define WIDTHLAB_COMMON_TOKENIZER_JSON_POST_PROCESSOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

struct DocumentFrame {
  std::vector<int64_t> prefix = {};
  std::vector<int64_t> suffix = {};
};

// Empty for null. INVALID_ARGUMENT names a type or key that is not known, and a template that does
// not have the text exactly once.
absl::StatusOr<DocumentFrame> ParsePostProcessor(const nlohmann::json& json,
                                                 const std::string& path);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_JSON_POST_PROCESSOR_H_
