// HTML that cannot be forgotten to be escaped: a text becomes a piece of HTML only by being
// escaped, and only pieces fit into each other.
//
//   Html row = Element("tr");
//   row.Add(Element("td", {{"class", "name"}}, Text(label)));
//   page.Add(row);
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_HTML_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_HTML_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace widthlab::web {

class Html {
 public:
  Html() = default;

  // Markup of our own, such as a figure: never anything that came from outside.
  static Html Trusted(std::string markup) { return Html(std::move(markup)); }

  Html& Add(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  bool empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }

 private:
  explicit Html(std::string markup) : markup_(std::move(markup)) {}

  std::string markup_;
};

using Attributes = std::vector<std::pair<std::string, std::string>>;

// Escaped.
Html Text(std::string_view text);

// <name attributes>content</name>; values are escaped. An attribute whose value is empty stands
// alone ("checked").
Html Element(std::string_view name, const Attributes& attributes, const Html& content);
Html Element(std::string_view name, const Html& content);
Html Element(std::string_view name, std::string_view text);

// Without end tag: <input>, <meta>.
Html Void(std::string_view name, const Attributes& attributes);

// Both one after the other.
Html operator+(const Html& a, const Html& b);

// To a path of this server.
Html Link(std::string_view path, const Html& content);
Html Link(std::string_view path, std::string_view text);

// Monospaced, one line.
Html Code(std::string_view text);

// A command to be typed, in a box of its own.
Html CommandBox(std::string_view command);

// <h2> with what follows.
Html Section(std::string_view title, const Html& content);

// Rows of cells under titles; columns named in `numeric` are set to the right, those in `wide` hold
// sentences, which are broken into lines.
class TableHtml {
 public:
  explicit TableHtml(std::vector<std::string> titles, std::vector<size_t> numeric = {},
                     std::vector<size_t> wide = {})
      : titles_(std::move(titles)), numeric_(std::move(numeric)), wide_(std::move(wide)) {}

  void AddRow(const std::vector<Html>& cells);
  bool empty() const { return rows_.empty(); }

  // In a box that scrolls sideways where the page is narrower than the table.
  Html Render() const;

 private:
  // Class of the cells of a column; none where empty.
  Attributes ClassOf(size_t column) const;

  std::vector<std::string> titles_;
  std::vector<size_t> numeric_;
  std::vector<size_t> wide_;
  Html rows_;
};

// A list of names and what they are.
class FactsHtml {
 public:
  // An empty value is left out.
  void Add(std::string_view name, const Html& value);
  void Add(std::string_view name, std::string_view text) { Add(name, Text(text)); }
  Html Render() const;

 private:
  Html rows_;
};

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_HTML_H_
