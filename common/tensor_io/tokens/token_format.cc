#include "common/tensor_io/tokens/token_format.h"

#include <array>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"

namespace widthlab::tensor_io {
namespace {

constexpr std::array<std::pair<TokenFormat, std::string_view>, 5> kWords = {{
    {TokenFormat::kLlmC, "llm_c"},
    {TokenFormat::kNanoGpt, "nanogpt"},
    {TokenFormat::kNanoGptU32, "nanogpt_u32"},
    {TokenFormat::kMegatron, "megatron"},
    {TokenFormat::kJsonl, "jsonl"},
}};

constexpr std::string_view kMediaType = "application/vnd.widthlab.tokens.";

}  // namespace

std::string_view TokenFormatWord(TokenFormat format) {
  for (const auto& [known, word] : kWords) {
    if (known == format) return word;
  }
  return "";
}

std::optional<TokenFormat> TokenFormatOf(std::string_view word) {
  for (const auto& [format, known] : kWords) {
    if (known == word) return format;
  }
  return std::nullopt;
}

std::string TokenMediaType(TokenFormat format) {
  return std::string(kMediaType).append(TokenFormatWord(format));
}

std::optional<TokenFormat> TokenFormatOfMediaType(std::string_view media_type) {
  if (media_type.substr(0, kMediaType.size()) != kMediaType) return std::nullopt;
  return TokenFormatOf(media_type.substr(kMediaType.size()));
}

std::string TokenFormatWords() {
  std::vector<std::string> words;
  for (const auto& [format, word] : kWords) words.push_back("\"" + std::string(word) + "\"");
  return absl::StrJoin(words, ", ");
}

}  // namespace widthlab::tensor_io
