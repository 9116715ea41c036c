// "normalizer" of a tokenizer.json.
#ifndef WIDTHLAB_COMMON_TOKENIZER_JSON_NORMALIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_JSON_NORMALIZER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/tokenizer/json_object.h"
#include "common/tokenizer/normalizer.h"
#include "common/tokenizer/split_pattern.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

// nullptr for null. INVALID_ARGUMENT names a type or key that is not known.
absl::StatusOr<std::unique_ptr<Normalizer>> ParseNormalizer(const nlohmann::json& json,
                                                            const std::string& path);

// {"String": "..."} or {"Regex": "..."} under `key`.
absl::StatusOr<SplitPattern> ParsePattern(JsonObject& object, const std::string& key);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_JSON_NORMALIZER_H_
