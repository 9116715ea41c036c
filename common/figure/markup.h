// Text made fit for SVG and HTML: the one place where markup is escaped.
//
//   EscapeMarkup("layer 3 < 4") == "layer 3 &lt; 4"
#ifndef WIDTHLAB_COMMON_FIGURE_MARKUP_H_
#define WIDTHLAB_COMMON_FIGURE_MARKUP_H_

#include <string>
#include <string_view>

namespace widthlab::figure {

// Fit for text and for attributes in quotes: & < > " ' as entities; control characters but tab and
// line ends, what XML forbids, and bytes that are not UTF-8 as U+FFFD.
std::string EscapeMarkup(std::string_view text);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_MARKUP_H_
