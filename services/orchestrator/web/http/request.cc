#include "services/orchestrator/web/http/request.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::web {
namespace {

constexpr size_t kLongestTarget = 8192;
constexpr size_t kMostParameters = 1000;

absl::Status BadTarget(std::string_view problem) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "BAD_ADDRESS", .field = "address"}, problem);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Bytes of the character that begins with `lead`; 0 where none may.
size_t SequenceLength(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// UTF-8 (surrogates and overlong forms of three and four bytes are let through: they are escaped
// where they are shown) without control characters.
bool IsPlainText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const size_t length = SequenceLength(c);
    if (c < 0x20 || c == 0x7F || length == 0 || i + length > text.size()) return false;
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

absl::StatusOr<std::string> Decode(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return BadTarget("a % in the address needs two hexadecimal digits");
      decoded += static_cast<char>(16 * high + low);
      i += 2;
    }
  }
  if (!IsPlainText(decoded)) return BadTarget("the address must be text in UTF-8");
  return decoded;
}

absl::Status ParsePath(std::string_view path, Request& request) {
  for (const auto& part : absl::StrSplit(std::string(path), '/', absl::SkipEmpty())) {
    ASSIGN_OR_RETURN(std::string decoded, Decode(std::string(part), false));
    if (decoded == "." || decoded == "..") return BadTarget("the address must not hold . or ..");
    request.path.push_back(std::move(decoded));
  }
  return absl::OkStatus();
}

absl::Status ParseQuery(std::string_view query, Request& request) {
  for (const auto& piece : absl::StrSplit(std::string(query), '&', absl::SkipEmpty())) {
    if (request.query.size() == kMostParameters) return BadTarget("too many parameters");
    const std::string pair(piece);
    const size_t equals = pair.find('=');
    ASSIGN_OR_RETURN(std::string name, Decode(pair.substr(0, equals), true));
    std::string value;
    if (equals != std::string::npos) {
      ASSIGN_OR_RETURN(value, Decode(pair.substr(equals + 1), true));
    }
    request.query.emplace_back(std::move(name), std::move(value));
  }
  return absl::OkStatus();
}

}  // namespace

std::string Request::Value(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return "";
}

std::vector<std::string> Request::Values(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : query) {
    if (key == name) values.push_back(value);
  }
  return values;
}

absl::StatusOr<Request> ParseTarget(std::string_view target) {
  if (target.empty() || target[0] != '/') return BadTarget("the address must begin with a slash");
  if (target.size() > kLongestTarget) return BadTarget("the address is too long");
  Request request;
  const size_t question = target.find('?');
  RETURN_IF_ERROR(ParsePath(target.substr(0, question), request));
  if (question != std::string_view::npos) {
    RETURN_IF_ERROR(ParseQuery(target.substr(question + 1), request));
  }
  return request;
}

std::string PercentEncode(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_' ||
        c == '~') {
      encoded += c;
    } else {
      absl::StrAppendFormat(&encoded, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace widthlab::web
