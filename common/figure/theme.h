// How figures look: one style sheet for light and dark, and marks that differ in more than colour.
//
// Colours are those of Okabe and Ito, which people with any common colour blindness can tell apart,
// lightened for dark pages; each series also has its own marker and, from the eighth on, dashes.
#ifndef WIDTHLAB_COMMON_FIGURE_THEME_H_
#define WIDTHLAB_COMMON_FIGURE_THEME_H_

#include <cstddef>
#include <string>

#include "common/figure/svg_writer.h"

namespace widthlab::figure {

// The rules that every figure needs. Class names begin with "wf-", so that figures in one page
// share them and leave the page's own alone.
std::string StyleSheet();

// Class of a line, area or marker of series `index`: "wf-s2".
std::string SeriesClass(size_t index);

// Dash pattern of the line of series `index`; "none" for the first seven.
std::string SeriesDash(size_t index);

// Class of a cell whose value is `share` of the way from the least (-1) over the middle (0) to the
// largest (1): "wf-h0" is far below, "wf-h8" far above.
std::string HeatClass(double share);

// The marker of series `index`, centred, about 7 pixels wide.
void DrawMarker(SvgWriter& svg, size_t index, double x, double y);

inline constexpr double kFontSize = 12;
inline constexpr double kTitleSize = 15;

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_THEME_H_
