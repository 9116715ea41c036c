#include "common/status/bytes_text.h"

#include "absl/strings/str_format.h"

namespace widthlab {

std::string BytesText(double bytes) {
  for (const char* unit : {"bytes", "KiB", "MiB", "GiB"}) {
    if (bytes < 999.5) return absl::StrFormat("%.3g %s", bytes, unit);
    bytes /= 1024;
  }
  return absl::StrFormat("%.3g TiB", bytes);
}

}  // namespace widthlab
