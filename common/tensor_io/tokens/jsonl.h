// JSON lines as documents: in each line an object with a text, or with token ids.
//
//   RETURN_IF_ERROR(ReadJsonl(file.bytes(), "train.jsonl", /*field=*/"", [&](JsonlDocument
//   document) {
//     ...
//   }));
//
// {"text": "Hello"}, {"input_ids": [1, 2]} and {"tokens": [1, 2]}; other fields are passed over,
// and so are lines with nothing but blanks.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_JSONL_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_JSONL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace widthlab::tensor_io {

struct JsonlDocument {
  // From 1.
  int64_t line = 0;
  // A text, or ids below 2^32; either may be empty.
  std::variant<std::string, std::vector<uint32_t>> content = {};
};

// Line by line. `field` names the field that has the document; where empty it is the first of text,
// input_ids and tokens that the object has. Errors: those of `take`, which end the reading;
// TokenError with rule json, json_depth, field, id or empty (no document at all), which name the
// line.
absl::Status ReadJsonl(std::string_view bytes, std::string_view label, std::string_view field,
                       absl::FunctionRef<absl::Status(JsonlDocument)> take);

// That every line is an object, whatever it holds; `check` is asked at each, and its error ends the
// reading. Errors: TokenError with rule json, json_depth or empty.
absl::Status CheckJsonl(std::string_view bytes, std::string_view label,
                        absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_JSONL_H_
