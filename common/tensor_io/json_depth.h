// How deep a JSON text nests, without parsing it.
//
//   if (JsonDepth(text) > 8) return InvalidFieldBecause(path, "nests deeper than 8 levels");
//
// Asked before a parser sees foreign bytes, because parsers recurse or take time quadratic in the
// depth. Brackets inside strings do not count. Linear in the text, no memory; on text that is not
// JSON the answer is some number, and the parser says what is wrong.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_JSON_DEPTH_H_
#define WIDTHLAB_COMMON_TENSOR_IO_JSON_DEPTH_H_

#include <cstddef>
#include <string_view>

namespace widthlab::tensor_io {

size_t JsonDepth(std::string_view text);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_JSON_DEPTH_H_
