#include "services/training/core/imports/csv.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/spec/json_string.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::training {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<CsvRow>> Parse() {
    std::vector<CsvRow> rows;
    while (at_ < text_.size()) {
      if (SkipLineEnd()) continue;
      ASSIGN_OR_RETURN(CsvRow row, ParseRow());
      if (!rows.empty() && row.fields.size() != rows[0].fields.size()) {
        return CsvError(row.line, "",
                        absl::StrCat("has ", row.fields.size(), " fields, but the header has ",
                                     rows[0].fields.size()));
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  bool SkipLineEnd() {
    if (text_.substr(at_, 2) == "\r\n") ++at_;
    if (at_ >= text_.size() || text_[at_] != '\n') return false;
    ++at_;
    ++line_;
    return true;
  }

  absl::StatusOr<CsvRow> ParseRow() {
    CsvRow row{.line = line_, .fields = {}};
    for (;;) {
      const bool quoted = at_ < text_.size() && text_[at_] == '"';
      ASSIGN_OR_RETURN(std::string field, quoted ? ParseQuoted() : ParseBare());
      row.fields.push_back(std::move(field));
      if (at_ >= text_.size() || SkipLineEnd()) return row;
      if (text_[at_] != ',') {
        return CsvError(line_, "", "has text behind a closing quote");
      }
      ++at_;
    }
  }

  absl::StatusOr<std::string> ParseBare() {
    const size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
    std::string field(text_.substr(at_, end - at_));
    at_ = end;
    if (end < text_.size() && text_[end] == '\n' && !field.empty() && field.back() == '\r') {
      field.pop_back();
      --at_;
    }
    if (field.find('"') != std::string::npos) {
      return CsvError(line_, "", "has a quote inside a field that does not begin with one");
    }
    return field;
  }

  absl::StatusOr<std::string> ParseQuoted() {
    const int64_t begin = line_;
    std::string field;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        if (at_ >= text_.size() || text_[at_] != '"') return field;
      }
      if (c == '\n') ++line_;
      field += c;
    }
    return CsvError(begin, "", "has a quote that is not closed");
  }

  std::string_view text_;
  size_t at_ = 0;
  int64_t line_ = 1;
};

// The first line that is not UTF-8.
int64_t BadLine(std::string_view text) {
  int64_t line = 1;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (!spec::IsUtf8(text.substr(0, end))) break;
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
  }
  return line;
}

}  // namespace

absl::StatusOr<std::vector<CsvRow>> ParseCsv(std::string_view text) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (!spec::IsUtf8(text)) return CsvError(BadLine(text), "", "is not UTF-8 text");
  return Parser(text).Parse();
}

absl::Status CsvError(int64_t line, std::string_view column, std::string_view message) {
  const std::string place = absl::StrCat(
      "csv, line ", line, column.empty() ? "" : absl::StrCat(", column ", std::string(column)));
  ErrorFacts facts{.reason = "BAD_TABLE", .field = "csv"};
  facts.metadata["line"] = absl::StrCat(line);
  if (!column.empty()) facts.metadata["column"] = std::string(column);
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat(place, " ", std::string(message)));
}

}  // namespace widthlab::training
