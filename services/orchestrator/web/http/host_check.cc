#include "services/orchestrator/web/http/host_check.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace widthlab::web {
namespace {

bool IsDecimal(const std::string& text) {
  int value = 0;
  return !text.empty() && text.size() <= 3 &&
         text.find_first_not_of("0123456789") == std::string::npos &&
         absl::SimpleAtoi(text, &value) && value <= 255;
}

// Without ":PORT" and brackets; empty where the form is another.
std::string HostOf(std::string_view header) {
  if (!header.empty() && header[0] == '[') {
    const size_t end = header.find(']');
    return end == std::string_view::npos ? "" : std::string(header.substr(1, end - 1));
  }
  return std::string(header.substr(0, header.find(':')));
}

}  // namespace

bool IsLoopback(std::string_view host) {
  std::string name = absl::AsciiStrToLower(std::string(host));
  if (name.size() > 2 && name.front() == '[' && name.back() == ']') {
    name = name.substr(1, name.size() - 2);
  }
  if (name == "localhost" || name == "::1") return true;
  const std::vector<std::string> parts = absl::StrSplit(name, '.');
  return parts.size() == 4 && parts[0] == "127" && IsDecimal(parts[1]) && IsDecimal(parts[2]) &&
         IsDecimal(parts[3]);
}

bool IsExpectedHost(std::string_view listening, std::string_view header) {
  if (!IsLoopback(listening)) return true;
  return IsLoopback(HostOf(header));
}

}  // namespace widthlab::web
