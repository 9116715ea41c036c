// How wide text is, and what to do where there is too much of it.
//
//   FitText("geometry_guided", 12, 60) == "geometr…"
#ifndef WIDTHLAB_COMMON_FIGURE_TEXT_LAYOUT_H_
#define WIDTHLAB_COMMON_FIGURE_TEXT_LAYOUT_H_

#include <string>
#include <string_view>
#include <vector>

namespace widthlab::figure {

// Width in pixels of a line of text: of most fonts, a little more than they take.
double TextWidth(std::string_view text, double font_size);

// `text`, or as much of its beginning as fits, with an ellipsis.
std::string FitText(const std::string& text, double font_size, double width);

// The same for names, which often differ in their ends: what is left out lies in the middle.
std::string FitName(const std::string& name, double font_size, double width);

// `text` in lines that fit, broken between words; a word that is too long is cut.
std::vector<std::string> WrapText(const std::string& text, double font_size, double width);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_TEXT_LAYOUT_H_
