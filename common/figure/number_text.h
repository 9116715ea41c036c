// Numbers as figures show them, the same on every machine and in every locale.
#ifndef WIDTHLAB_COMMON_FIGURE_NUMBER_TEXT_H_
#define WIDTHLAB_COMMON_FIGURE_NUMBER_TEXT_H_

#include <string>

namespace widthlab::figure {

// A coordinate in pixels: two decimals at most, no trailing zeros, never "-0".
std::string CoordinateText(double value);

// A value for a reader: whole numbers in full, others with six significant digits; "NaN",
// "Infinity" and "-Infinity" by name.
std::string ValueText(double value);

// A tick label, given the distance to the next tick: 12000 with step 4000 is "12k", 0.5 with step
// 0.25 is "0.50".
std::string TickText(double value, double step);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_NUMBER_TEXT_H_
