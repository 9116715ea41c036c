#include "common/tensor_io/tokens/token_error.h"

#include <string>
#include <utility>

#include "common/status/error.h"

namespace widthlab::tensor_io {

absl::Status TokenError(std::string_view file, std::string_view rule, std::string_view message) {
  ErrorFacts facts{.reason = "BAD_TOKENS", .field = std::string(file)};
  facts.metadata["rule"] = std::string(rule);
  std::string text(file);
  text.append(": ").append(message).append(" (rule ").append(rule).append(")");
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts), text);
}

}  // namespace widthlab::tensor_io
