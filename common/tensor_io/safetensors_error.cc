#include "common/tensor_io/safetensors_error.h"

#include <string>
#include <utility>

#include "common/status/error.h"

namespace widthlab::tensor_io {

absl::Status SafetensorsError(std::string_view file, std::string_view tensor, std::string_view rule,
                              std::string_view message) {
  ErrorFacts facts{.reason = "BAD_SAFETENSORS", .field = std::string(file)};
  facts.metadata["rule"] = std::string(rule);
  std::string text = std::string(file) + ": ";
  if (!tensor.empty()) {
    facts.metadata["tensor"] = std::string(tensor);
    text.append("tensor ").append(tensor).append(": ");
  }
  text.append(message).append(" (rule ").append(rule).append(")");
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts), text);
}

}  // namespace widthlab::tensor_io
