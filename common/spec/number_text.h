// Numbers as ECMAScript writes them, which is what RFC 8785 asks for.
//
//   NumberText(0.9)     // "0.9"
//   NumberText(1e21)    // "1e+21"
//   NumberText(-0.0)    // "0"
//
// The digits are the fewest that read back to the same value, and among those the nearest.
#ifndef WIDTHLAB_COMMON_SPEC_NUMBER_TEXT_H_
#define WIDTHLAB_COMMON_SPEC_NUMBER_TEXT_H_

#include <string>

namespace widthlab::spec {

// "NaN", "Infinity" and "-Infinity" where `value` is not finite.
std::string NumberText(double value);

// The fewest digits that read back to the same float.
std::string NumberText(float value);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_NUMBER_TEXT_H_
