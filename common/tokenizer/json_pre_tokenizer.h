// "pre_tokenizer" of a tokenizer.json.
#ifndef WIDTHLAB_COMMON_TOKENIZER_JSON_PRE_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_JSON_PRE_TOKENIZER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/tokenizer/pre_tokenizer.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

// nullptr for null. INVALID_ARGUMENT names a type or key that is not known.
absl::StatusOr<std::unique_ptr<PreTokenizer>> ParsePreTokenizer(const nlohmann::json& json,
                                                                const std::string& path);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_JSON_PRE_TOKENIZER_H_
