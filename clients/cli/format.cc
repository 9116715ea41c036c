#include "clients/cli/format.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"

namespace widthlab::cli {

std::string FormatDuration(double seconds) {
  if (!(seconds >= 0) || seconds > 1e9) return "?";
  const int64_t whole = std::llround(seconds);
  const int64_t hours = whole / 3600;
  const int64_t minutes = whole / 60 % 60;
  if (hours > 0) return absl::StrFormat("%d:%02d:%02d", hours, minutes, whole % 60);
  return absl::StrFormat("%d:%02d", minutes, whole % 60);
}

std::string FormatCount(double count) {
  if (!std::isfinite(count)) return "?";
  static constexpr const char* kUnits[] = {"", "k", "M", "G", "T", "P"};
  int unit = 0;
  while (std::fabs(count) >= 999.5 && unit < 5) {
    count /= 1000;
    ++unit;
  }
  const double size = std::fabs(count);
  if (unit == 0 && size == std::floor(size)) return absl::StrFormat("%.0f", count);
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return absl::StrFormat("%.*f%s", decimals, count, kUnits[unit]);
}

std::string FormatBytes(int64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes);
  int unit = 0;
  while (size >= 1024 && unit < 4) {
    size /= 1024;
    ++unit;
  }
  return absl::StrFormat(unit == 0 ? "%.0f %s" : "%.1f %s", size, kUnits[unit]);
}

std::string FormatExact(int64_t number) {
  std::string digits = absl::StrCat(number);
  const ptrdiff_t first = number < 0 ? 1 : 0;
  for (ptrdiff_t i = static_cast<ptrdiff_t>(digits.size()) - 3; i > first; i -= 3) {
    digits.insert(static_cast<size_t>(i), 1, ',');
  }
  return digits;
}

std::string FormatFixed(double number, int decimals) {
  return std::isnan(number) ? "-" : absl::StrFormat("%.*f", decimals, number);
}

std::string ShortId(std::string_view id) { return std::string(id.substr(0, 12)); }

std::string FormatTime(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0 && time.nanos() == 0) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M:%S", absl::FromUnixSeconds(time.seconds()),
                          absl::LocalTimeZone());
}

std::string FormatWidths(const std::vector<int64_t>& widths, bool unicode) {
  std::string text;
  for (size_t i = 0; i < widths.size();) {
    size_t end = i;
    while (end < widths.size() && widths[end] == widths[i]) ++end;
    if (end - i < 3) end = i + 1;
    absl::StrAppend(&text, text.empty() ? "" : " ", widths[i]);
    if (end - i >= 3) absl::StrAppend(&text, unicode ? "×" : "x", end - i);
    i = end;
  }
  return text;
}

}  // namespace widthlab::cli
