// An amount of memory as messages say it.
//
//   BytesText(3221225472);  // "3 GiB"
#ifndef WIDTHLAB_COMMON_STATUS_BYTES_TEXT_H_
#define WIDTHLAB_COMMON_STATUS_BYTES_TEXT_H_

#include <string>

namespace widthlab {

// Three digits, in bytes, KiB, MiB, GiB or TiB. A double, so that estimates beyond 63 bits have
// their text.
std::string BytesText(double bytes);

}  // namespace widthlab

#endif  // WIDTHLAB_COMMON_STATUS_BYTES_TEXT_H_
