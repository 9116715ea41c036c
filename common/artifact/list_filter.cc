#include "common/artifact/list_filter.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "common/spec/enum_names.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {
namespace {

absl::Status Wrong(std::string_view message) {
  return MakeError(
      absl::StatusCode::kInvalidArgument, {.reason = "INVALID_FILTER", .field = "filter"},
      absl::StrCat("filter: ", std::string(message),
                   "; write for instance kind = PROFILE AND labels.colour = \"blue\" AND "
                   "create_time > \"2026-01-31\""));
}

struct Token {
  std::string text = {};
  bool is_quoted = false;
};

bool IsSpace(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }
bool IsOperator(char c) { return c == '=' || c == '!' || c == '<' || c == '>'; }

// Reads a text in quotes that begins at `i`, which moves behind it.
absl::StatusOr<Token> ReadQuoted(std::string_view filter, size_t& i) {
  Token token{.is_quoted = true};
  for (++i; i < filter.size(); ++i) {
    if (filter[i] == '"') {
      ++i;
      return token;
    }
    if (filter[i] == '\\' && i + 1 < filter.size()) ++i;
    token.text += filter[i];
  }
  return Wrong("a quote is not closed");
}

absl::StatusOr<std::vector<Token>> Split(std::string_view filter) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < filter.size();) {
    if (IsSpace(filter[i])) {
      ++i;
      continue;
    }
    if (filter[i] == '"') {
      ASSIGN_OR_RETURN(Token quoted, ReadQuoted(filter, i));
      tokens.push_back(std::move(quoted));
      continue;
    }
    const bool op = IsOperator(filter[i]);
    const size_t begin = i;
    while (i < filter.size() && !IsSpace(filter[i]) && filter[i] != '"' &&
           IsOperator(filter[i]) == op) {
      ++i;
    }
    tokens.push_back({.text = std::string(filter.substr(begin, i - begin))});
  }
  return tokens;
}

absl::StatusOr<int64_t> ReadKind(const std::string& text) {
  const auto& type = *v1::ArtifactKind_descriptor();
  const auto* kind = spec::FindEnumValue(type, text);
  if (kind != nullptr && kind->number() != 0) return kind->number();
  return Wrong(absl::StrCat("kind is ", text, ", but must be one of ", spec::EnumChoices(type)));
}

absl::StatusOr<int64_t> ReadTime(const std::string& text) {
  absl::Time time;
  if (absl::ParseTime(absl::RFC3339_full, text, &time, nullptr) ||
      absl::ParseTime("%Y-%m-%d", text, &time, nullptr)) {
    return absl::ToUnixNanos(time);
  }
  return Wrong(absl::StrCat("create_time is ", text,
                            ", but must be a date or a time like 2026-01-31T12:00:00Z"));
}

absl::Status CheckOperator(const std::string& op, bool is_ordered) {
  static const std::vector<std::string> kAll = {"=", "!=", "<", "<=", ">", ">="};
  const auto end = is_ordered ? kAll.end() : kAll.begin() + 2;
  if (std::find(kAll.begin(), end, op) != end) return absl::OkStatus();
  return Wrong(absl::StrCat("\"", op, "\" is not an operator here"));
}

absl::StatusOr<FilterCondition> ReadCondition(const Token& name, const Token& op,
                                              const Token& value) {
  FilterCondition condition{.op = op.text};
  constexpr std::string_view kLabels = "labels.";
  RETURN_IF_ERROR(CheckOperator(op.is_quoted ? "" : op.text, name.text == "create_time"));
  if (name.text == "kind") {
    ASSIGN_OR_RETURN(condition.number, ReadKind(value.text));
  } else if (name.text == "create_time") {
    condition.field = FilterField::kCreateTime;
    ASSIGN_OR_RETURN(condition.number, ReadTime(value.text));
  } else if (name.text.size() > kLabels.size() && name.text.rfind(kLabels, 0) == 0) {
    condition.field = FilterField::kLabel;
    condition.key = name.text.substr(kLabels.size());
    condition.text = value.text;
  } else {
    return Wrong(absl::StrCat("\"", name.text, "\" is none of kind, labels.KEY, create_time"));
  }
  return condition;
}

}  // namespace

absl::StatusOr<std::vector<FilterCondition>> ReadFilter(std::string_view filter) {
  if (filter.size() > 4096) return Wrong("it is longer than 4096 bytes");
  ASSIGN_OR_RETURN(const std::vector<Token> tokens, Split(filter));
  std::vector<FilterCondition> conditions;
  for (size_t i = 0; i < tokens.size(); i += 4) {
    if (i + 3 > tokens.size()) return Wrong("a condition is not complete");
    ASSIGN_OR_RETURN(FilterCondition condition,
                     ReadCondition(tokens[i], tokens[i + 1], tokens[i + 2]));
    conditions.push_back(std::move(condition));
    if (i + 3 == tokens.size()) break;
    if (tokens[i + 3].is_quoted || tokens[i + 3].text != "AND") {
      return Wrong(absl::StrCat("\"", tokens[i + 3].text, "\" stands where AND must"));
    }
    if (i + 4 == tokens.size()) return Wrong("nothing follows AND");
  }
  return conditions;
}

}  // namespace widthlab::artifact
