#include "common/artifact/page_token.h"

#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/status/error.h"

namespace widthlab::artifact {
namespace {

std::string Mark(std::string_view filter) { return Sha256Of(filter).substr(0, 8); }

}  // namespace

std::string PageToken(int64_t before, std::string_view filter) {
  return absl::StrCat(before, "-", Mark(filter));
}

absl::StatusOr<int64_t> ReadPageToken(std::string_view token, std::string_view filter) {
  if (token.empty()) return std::numeric_limits<int64_t>::max();
  const size_t dash = token.find('-');
  int64_t before = 0;
  if (dash != std::string_view::npos && token.substr(dash + 1) == Mark(filter) &&
      absl::SimpleAtoi(std::string(token.substr(0, dash)), &before) && before >= 0) {
    return before;
  }
  return InvalidField("page_token", token.substr(0, 80),
                      "the next_page_token of a list with the same filter");
}

}  // namespace widthlab::artifact
