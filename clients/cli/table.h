// Columns that line up.
//
//   Table table({{"arm"}, {"loss", Table::kRight}});
//   table.AddRow({"uniform", "2.4810"});
//   console.out << table.Render(console);
#ifndef WIDTHLAB_CLIENTS_CLI_TABLE_H_
#define WIDTHLAB_CLIENTS_CLI_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/console.h"

namespace widthlab::cli {

// Columns that UTF-8 text takes on a terminal: one for each character.
int DisplayWidth(std::string_view text);

class Table {
 public:
  enum Alignment { kLeft, kRight };
  struct Column {
    std::string title = {};
    Alignment alignment = kLeft;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns.
  void AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  // Titles and rows, two spaces between columns, nothing behind the last.
  std::string Render(const Console& console) const;

 private:
  std::string Line(const std::vector<std::string>& cells, const std::vector<int>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_TABLE_H_
