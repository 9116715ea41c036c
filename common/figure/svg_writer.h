// Writes SVG elements as text: escaped, indented, attributes in the order given.
//
//   SvgWriter svg;
//   svg.Open("g", {{"class", "wf-mark"}});
//   svg.Text("title", {}, "layer 3 < 4");
//   svg.Leaf("circle", {{"cx", 10.5}, {"cy", 20}, {"r", 3}});
//   svg.Close();
//   svg.Take();
//
// Equal calls give equal bytes.
#ifndef WIDTHLAB_COMMON_FIGURE_SVG_WRITER_H_
#define WIDTHLAB_COMMON_FIGURE_SVG_WRITER_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "common/figure/number_text.h"

namespace widthlab::figure {

// Numbers are coordinates.
struct Attribute {
  Attribute(std::string_view name, std::string_view value) : name(name), value(value) {}
  Attribute(std::string_view name, const char* value) : name(name), value(value) {}
  Attribute(std::string_view name, double value) : name(name), value(CoordinateText(value)) {}

  std::string name;
  std::string value;
};

using Attributes = std::initializer_list<Attribute>;

class SvgWriter {
 public:
  void Open(std::string_view element, Attributes attributes = {});
  void Close();  // the element opened last
  void Leaf(std::string_view element, Attributes attributes);
  void Text(std::string_view element, Attributes attributes, std::string_view text);

  // Text of our own that must not be escaped: a style sheet.
  void Verbatim(std::string_view text);

  // Everything written. All elements must be closed.
  std::string Take() { return std::move(out_); }

 private:
  void Start(std::string_view element, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_SVG_WRITER_H_
