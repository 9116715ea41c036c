// The one shape of error that reading a token shard gives: which file, and the rule.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_ERROR_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_ERROR_H_

#include <string_view>

#include "absl/status/status.h"

namespace widthlab::tensor_io {

// INVALID_ARGUMENT, reason BAD_TOKENS, field = file, metadata rule: "`file`: `message` (rule
// `rule`)". docs/formats/tokens.md has the rules.
absl::Status TokenError(std::string_view file, std::string_view rule, std::string_view message);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_ERROR_H_
