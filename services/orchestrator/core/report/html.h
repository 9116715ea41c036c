// HTML in small pieces, with everything that comes from outside escaped.
//
//   Table table({"arm", "loss"});
//   table.AddRow({"uniform", FormatNumber(2.125, 4)});
//   page += table.Render();
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_HTML_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_HTML_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/figure/markup.h"

namespace widthlab::pipeline {

// Fit for text and for attributes in quotes.
inline std::string Escape(std::string_view text) { return figure::EscapeMarkup(text); }

// With `decimals` digits after the point and a minus sign, "–" for NaN, "∞" for infinity.
std::string FormatNumber(double value, int decimals);

// Three significant digits, for numbers whose size is not known beforehand.
std::string FormatShort(double value);

// With a thin space between groups of three digits.
std::string FormatCount(int64_t value);

// A button that copies `text`; shown only where scripts run.
std::string CopyButton(std::string_view text);

// "3fa9c1e2d0b4": the first digits of an id, with the whole of it on hovering and for copying.
std::string Identifier(const std::string& id);

// A line for the shell, to be copied.
std::string Command(std::string_view line);

// <h2>title</h2>, a sentence for whoever meets this for the first time (HTML), and what follows.
std::string Section(std::string_view anchor, std::string_view title, std::string_view introduction,
                    std::string_view body);

// What is hidden until asked for; nothing where `body` is empty.
std::string Details(std::string_view summary, std::string_view body);

// A picture with its heading, and the table that holds its values.
struct Picture {
  std::string title = {};
  std::string svg = {};
  std::string caption = {};  // HTML
  std::string table = {};    // HTML
  // Above 0: a picture of this many pixels, made a little smaller where that is enough to fit, and
  // in a frame that scrolls where it is not.
  double wide = 0;
};
std::string Render(const Picture& picture);

// Pictures side by side where there is room.
std::string Grid(std::string_view pictures);

// A table whose first column is text and whose other columns are numbers. Cells are text.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}

  void AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // A row whose cells are HTML already.
  void AddHtmlRow(std::vector<std::string> cells) {
    html_rows_.push_back(rows_.size());
    rows_.push_back(std::move(cells));
  }

  std::string Render() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_t> html_rows_;
};

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_HTML_H_
