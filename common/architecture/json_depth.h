// How deeply a JSON text nests, found without parsing it.
//
//   JsonDepth("{\"a\": [1, 2]}") == 2;  JsonDepth("\"[[[\"") == 0
//
// Parsers and the destructors of their trees may recurse, so untrusted text is measured first.
// Brackets inside strings do not count. The text need not be valid. One pass, no allocation.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_JSON_DEPTH_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_JSON_DEPTH_H_

#include <cstddef>
#include <string_view>

namespace widthlab::architecture {

size_t JsonDepth(std::string_view text);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_JSON_DEPTH_H_
