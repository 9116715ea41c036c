// "decoder" of a tokenizer.json.
#ifndef WIDTHLAB_COMMON_TOKENIZER_JSON_DECODER_H_
#define WIDTHLAB_COMMON_TOKENIZER_JSON_DECODER_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/tokenizer/token_decoder.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

// A step that we lack is kept as such: the tokenizer still makes ids. INVALID_ARGUMENT names a key
// of a known step that does not fit.
absl::StatusOr<TokenDecoder> ParseDecoder(const nlohmann::json& json, const std::string& path);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_JSON_DECODER_H_
