#include "services/orchestrator/web/pages/html.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/figure/markup.h"

namespace widthlab::web {
namespace {

std::string Opening(std::string_view name, const Attributes& attributes) {
  std::string tag = absl::StrCat("<", std::string(name));
  for (const auto& [key, value] : attributes) {
    absl::StrAppend(&tag, " ", key);
    if (!value.empty()) absl::StrAppend(&tag, "=\"", figure::EscapeMarkup(value), "\"");
  }
  return tag + ">";
}

}  // namespace

Html Text(std::string_view text) { return Html::Trusted(figure::EscapeMarkup(text)); }

Html Element(std::string_view name, const Attributes& attributes, const Html& content) {
  return Html::Trusted(
      absl::StrCat(Opening(name, attributes), content.markup(), "</", std::string(name), ">"));
}

Html Element(std::string_view name, const Html& content) { return Element(name, {}, content); }

Html Element(std::string_view name, std::string_view text) { return Element(name, {}, Text(text)); }

Html Void(std::string_view name, const Attributes& attributes) {
  return Html::Trusted(Opening(name, attributes));
}

Html operator+(const Html& a, const Html& b) {
  Html both = a;
  both.Add(b);
  return both;
}

Html Link(std::string_view path, const Html& content) {
  return Element("a", {{"href", std::string(path)}}, content);
}

Html Link(std::string_view path, std::string_view text) { return Link(path, Text(text)); }

Html Code(std::string_view text) { return Element("code", text); }

Html CommandBox(std::string_view command) {
  return Element("pre", {{"class", "command"}}, Code(command)) + Html::Trusted("\n");
}

Html Section(std::string_view title, const Html& content) {
  return Html::Trusted("<section>\n") + Element("h2", title) + Html::Trusted("\n") + content +
         Html::Trusted("</section>\n");
}

Attributes TableHtml::ClassOf(size_t column) const {
  const auto has = [column](const std::vector<size_t>& columns) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
  };
  if (has(numeric_)) return {{"class", "number"}};
  if (has(wide_)) return {{"class", "wide"}};
  return {};
}

void TableHtml::AddRow(const std::vector<Html>& cells) {
  Html row;
  for (size_t i = 0; i < cells.size(); ++i) row.Add(Element("td", ClassOf(i), cells[i]));
  rows_.Add(Element("tr", row)).Add(Html::Trusted("\n"));
}

Html TableHtml::Render() const {
  Html head;
  for (size_t i = 0; i < titles_.size(); ++i) {
    head.Add(Element("th", ClassOf(i), Text(titles_[i])));
  }
  const Html table =
      Element("thead", Element("tr", head)) + Html::Trusted("\n") + Element("tbody", rows_);
  return Element("div", {{"class", "scroll"}, {"tabindex", "0"}}, Element("table", table)) +
         Html::Trusted("\n");
}

void FactsHtml::Add(std::string_view name, const Html& value) {
  if (value.empty()) return;
  rows_.Add(Element("dt", name)).Add(Element("dd", value)).Add(Html::Trusted("\n"));
}

Html FactsHtml::Render() const { return Element("dl", rows_) + Html::Trusted("\n"); }

}  // namespace widthlab::web
