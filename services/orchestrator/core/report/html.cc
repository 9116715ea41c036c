#include "services/orchestrator/core/report/html.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace widthlab::pipeline {
namespace {

constexpr size_t kShortId = 12;
// Of a wide picture's size: its text stays readable.
constexpr double kLeastShare = 0.85;

std::string SpecialNumber(double value) {
  if (std::isnan(value)) return "–";
  return value > 0 ? "∞" : "−∞";
}

std::string WithMinusSign(std::string number) { return absl::StrReplaceAll(number, {{"-", "−"}}); }

}  // namespace

std::string FormatNumber(double value, int decimals) {
  if (!std::isfinite(value)) return SpecialNumber(value);
  std::string number = absl::StrFormat("%.*f", decimals, value);
  // A value that rounds to zero has no sign.
  if (number.find_first_not_of("-0.") == std::string::npos && number[0] == '-') number.erase(0, 1);
  return WithMinusSign(number);
}

std::string FormatShort(double value) {
  if (!std::isfinite(value)) return SpecialNumber(value);
  return WithMinusSign(absl::StrFormat("%.3g", value));
}

std::string FormatCount(int64_t value) {
  const std::string digits = absl::StrCat(value);
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    const size_t left = digits.size() - i;
    if (i > 0 && digits[i - 1] != '-' && left % 3 == 0) out += "\xE2\x80\xAF";
    out += digits[i];
  }
  return WithMinusSign(out);
}

std::string CopyButton(std::string_view text) {
  return absl::StrCat("<button type=\"button\" class=\"copy\" data-copy=\"", Escape(text),
                      "\" title=\"copy\" aria-label=\"copy\" hidden>copy</button>");
}

std::string Identifier(const std::string& id) {
  return absl::StrCat("<span class=\"id\"><code title=\"", Escape(id), "\">",
                      Escape(id.substr(0, kShortId)), "</code>", CopyButton(id), "</span>");
}

std::string Command(std::string_view line) {
  return absl::StrCat("<div class=\"command\"><code>", Escape(line), "</code>", CopyButton(line),
                      "</div>\n");
}

std::string Section(std::string_view anchor, std::string_view title, std::string_view introduction,
                    std::string_view body) {
  return absl::StrCat("<section id=\"", Escape(anchor), "\">\n<h2>", Escape(title), "</h2>\n<p>",
                      std::string(introduction), "</p>\n", std::string(body), "</section>\n");
}

std::string Details(std::string_view summary, std::string_view body) {
  if (body.empty()) return "";
  return absl::StrCat("<details><summary>", Escape(summary), "</summary>\n", std::string(body),
                      "</details>\n");
}

std::string Render(const Picture& picture) {
  std::string shape;
  if (picture.wide > 0) {
    shape =
        absl::StrFormat(" class=\"scrolls\" style=\"--least: %.0fpx\"", kLeastShare * picture.wide);
  }
  const std::string caption =
      picture.caption.empty() ? ""
                              : absl::StrCat("<figcaption>", picture.caption, "</figcaption>\n");
  return absl::StrCat("<figure", shape, ">\n<h3>", Escape(picture.title),
                      "</h3>\n<div class=\"picture\">\n", picture.svg, "</div>\n", caption,
                      Details("Values as a table", picture.table), "</figure>\n");
}

std::string Grid(std::string_view pictures) {
  return absl::StrCat("<div class=\"grid\">\n", std::string(pictures), "</div>\n");
}

std::string Table::Render() const {
  std::string out = "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>";
  for (const std::string& cell : header_) absl::StrAppend(&out, "<th>", Escape(cell), "</th>");
  out += "</tr></thead>\n<tbody>\n";
  for (size_t r = 0; r < rows_.size(); ++r) {
    const bool html = std::find(html_rows_.begin(), html_rows_.end(), r) != html_rows_.end();
    out += "<tr>";
    for (const std::string& cell : rows_[r]) {
      absl::StrAppend(&out, "<td>", html ? cell : Escape(cell), "</td>");
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace widthlab::pipeline
