#include "services/orchestrator/core/report/html.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace widthlab::pipeline {
namespace {

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

std::string ShortId(const std::string& id) {
  return absl::StrCat("<code title=\"", Escape(id), "\">", Escape(id.substr(0, 8)), "</code>");
}

std::string Section(std::string_view anchor, std::string_view title, std::string_view body) {
  return absl::StrCat("<section id=\"", Escape(anchor), "\">\n<h2>", Escape(title), "</h2>\n",
                      std::string(body), "</section>\n");
}

std::string Table::Render() const {
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
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
