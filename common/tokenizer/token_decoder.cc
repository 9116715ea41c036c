#include "common/tokenizer/token_decoder.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "common/status/error.h"
#include "common/tokenizer/byte_alphabet.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

using Kind = DecodeStep::Kind;

// A token with a character that stands for no byte is text itself.
std::string FromByteLevel(const std::string& token) {
  std::string bytes;
  for (size_t at = 0; at < token.size();) {
    const std::optional<uint8_t> byte = FromByteAlphabet(NextCodePoint(token, at));
    if (!byte.has_value()) return token;
    bytes.push_back(static_cast<char>(*byte));
  }
  return bytes;
}

std::string FromByteToken(const std::string& token) {
  uint32_t byte = 0;
  const bool is_byte = token.size() == 6 && absl::StartsWith(token, "<0x") && token[5] == '>' &&
                       absl::SimpleHexAtoi(token.substr(3, 2), &byte);
  return is_byte ? std::string(1, static_cast<char>(byte)) : token;
}

std::string Stripped(const DecodeStep& step, const std::string& whole) {
  absl::string_view token = whole;
  for (int i = 0; i < step.left && absl::StartsWith(token, step.from); ++i) {
    token.remove_prefix(step.from.size());
  }
  for (int i = 0; i < step.right && absl::EndsWith(token, step.from); ++i) {
    token.remove_suffix(step.from.size());
  }
  return std::string(token);
}

void Apply(const DecodeStep& step, std::vector<std::string>& tokens) {
  bool is_first = true;
  for (std::string& token : tokens) {
    if (step.kind == Kind::kByteLevel) token = FromByteLevel(token);
    if (step.kind == Kind::kByteFallback) token = FromByteToken(token);
    if (step.kind == Kind::kStrip) token = Stripped(step, token);
    if (step.kind == Kind::kMetaspace && is_first) token = Stripped(step, token);
    if (step.kind == Kind::kReplace || step.kind == Kind::kMetaspace) {
      token = absl::StrReplaceAll(token, {{step.from, step.to}});
    }
    is_first = false;
  }
  if (step.kind == Kind::kByteLevel || step.kind == Kind::kFuse) {
    tokens = {absl::StrJoin(tokens, "")};
  }
}

}  // namespace

absl::StatusOr<std::string> TokenDecoder::Decode(std::vector<std::string> tokens) const {
  if (steps_.empty()) return absl::StrJoin(tokens, " ");
  for (const DecodeStep& step : steps_) {
    if (step.kind == Kind::kUnknown) {
      return MakeError(absl::StatusCode::kUnimplemented,
                       {.reason = "UNSUPPORTED_TOKENIZER", .field = "decoder"},
                       absl::StrCat("the tokenizer's decoder ", step.from,
                                    " is not supported: its ids cannot be turned into text"));
    }
    Apply(step, tokens);
  }
  return absl::StrJoin(tokens, "");
}

}  // namespace widthlab::tokenizer
