#include "clients/cli/table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace widthlab::cli {

int DisplayWidth(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string Table::Line(const std::vector<std::string>& cells,
                        const std::vector<int>& widths) const {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(static_cast<size_t>(widths[i] - DisplayWidth(cells[i])), ' ');
    if (i > 0) line += "  ";
    line += columns_[i].alignment == kRight ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string Table::Render(const Console& console) const {
  std::vector<std::string> titles;
  std::vector<int> widths;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    widths.push_back(DisplayWidth(column.title));
  }
  for (const std::vector<std::string>& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  std::string text = absl::StrCat(console.Bold(Line(titles, widths)), "\n");
  for (const std::vector<std::string>& row : rows_) absl::StrAppend(&text, Line(row, widths), "\n");
  return text;
}

}  // namespace widthlab::cli
