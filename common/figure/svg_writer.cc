#include "common/figure/svg_writer.h"

#include <utility>

#include "common/figure/markup.h"

namespace widthlab::figure {

void SvgWriter::Start(std::string_view element, Attributes attributes) {
  out_.append(2 * open_.size(), ' ');
  out_ += '<';
  out_ += element;
  for (const Attribute& attribute : attributes) {
    out_ += ' ';
    out_ += attribute.name;
    out_ += "=\"";
    out_ += EscapeMarkup(attribute.value);
    out_ += '"';
  }
}

void SvgWriter::Open(std::string_view element, Attributes attributes) {
  Start(element, attributes);
  out_ += ">\n";
  open_.emplace_back(element);
}

void SvgWriter::Close() {
  const std::string element = std::move(open_.back());
  open_.pop_back();
  out_.append(2 * open_.size(), ' ');
  out_ += "</" + element + ">\n";
}

void SvgWriter::Leaf(std::string_view element, Attributes attributes) {
  Start(element, attributes);
  out_ += "/>\n";
}

void SvgWriter::Text(std::string_view element, Attributes attributes, std::string_view text) {
  Start(element, attributes);
  out_ += '>';
  out_ += EscapeMarkup(text);
  out_ += "</";
  out_ += element;
  out_ += ">\n";
}

void SvgWriter::Verbatim(std::string_view text) { out_ += text; }

}  // namespace widthlab::figure
