#include "common/tensor_io/gguf_error.h"

#include <string>
#include <utility>

#include "common/status/error.h"

namespace widthlab::tensor_io {
namespace {

constexpr size_t kMaxShownBytes = 96;

}  // namespace

absl::Status GgufError(std::string_view file, std::string_view what, std::string_view rule,
                       std::string_view message) {
  ErrorFacts facts{.reason = "BAD_GGUF", .field = std::string(file)};
  facts.metadata["rule"] = std::string(rule);
  std::string text = std::string(file) + ": ";
  if (!what.empty()) {
    std::string shown(what.substr(0, kMaxShownBytes));
    if (shown.size() < what.size()) shown += "…";
    text.append(shown).append(": ");
    facts.metadata["what"] = std::move(shown);
  }
  text.append(message).append(" (rule ").append(rule).append(")");
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts), text);
}

}  // namespace widthlab::tensor_io
