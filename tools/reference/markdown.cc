#include "tools/reference/markdown.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace widthlab::reference {

std::string TableRow(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    std::string text = absl::StrReplaceAll(cell, {{"|", "\\|"}, {"\n", " "}});
    absl::StripAsciiWhitespace(&text);
    absl::StrAppend(&row, " ", text, text.empty() ? "|" : " |");
  }
  return row + "\n";
}

std::string TableHead(const std::vector<std::string>& titles) {
  std::string line = "|";
  for (size_t i = 0; i < titles.size(); ++i) line += "---|";
  return absl::StrCat(TableRow(titles), line, "\n");
}

std::string Plain(std::string_view text) {
  return absl::StrReplaceAll(std::string(text), {{"<", "\\<"}, {">", "\\>"}, {"*", "\\*"}});
}

std::string Code(std::string_view text) { return absl::StrCat("`", std::string(text), "`"); }

}  // namespace widthlab::reference
