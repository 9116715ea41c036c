// A parsed JSON text, with numbers kept as they were written.
//
//   ASSIGN_OR_RETURN(const JsonValue root, ReadJson(text));
//
// Unlike general parsers it refuses keys that stand twice, and stops at 100 levels.
#ifndef WIDTHLAB_COMMON_SPEC_JSON_VALUE_H_
#define WIDTHLAB_COMMON_SPEC_JSON_VALUE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::spec {

struct JsonValue {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  // Text of a string, digits of a number, "true" or "false".
  std::string text = {};
  std::vector<JsonValue> items = {};
  // In the order of the text.
  std::vector<std::pair<std::string, JsonValue>> members = {};
};

inline constexpr int kMaxJsonDepth = 100;

// INVALID_ARGUMENT INVALID_JSON says what is wrong and where.
absl::StatusOr<JsonValue> ReadJson(std::string_view json);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_JSON_VALUE_H_
