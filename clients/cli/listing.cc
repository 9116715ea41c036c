#include "clients/cli/listing.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/parse.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

constexpr int kLargestPage = 1000;

}  // namespace

FlagSpec LimitFlag() {
  return {
      .name = "limit", .value = "N", .help = "most entries to show; 50 when left out, 0 for all"};
}

absl::StatusOr<int> LimitOf(const Arguments& arguments) {
  if (!arguments.Has("limit")) return 50;
  int limit = 0;
  if (!absl::SimpleAtoi(arguments.Value("limit"), &limit) || limit < 0) {
    return UsageError("--limit", absl::StrCat("'--limit ", arguments.Value("limit"),
                                              "' must be a whole number, at least 0"));
  }
  return limit;
}

absl::Status EachPage(int limit,
                      const std::function<absl::StatusOr<int>(int, std::string&)>& page) {
  std::string token;
  int taken = 0;
  do {
    const int size = limit == 0 ? kLargestPage : std::min(kLargestPage, limit - taken);
    ASSIGN_OR_RETURN(const int came, page(size, token));
    taken += came;
  } while (!token.empty() && (limit == 0 || taken < limit));
  return absl::OkStatus();
}

std::string JobName(std::string_view typed) {
  const bool whole = typed.substr(0, 5) == "jobs/";
  return whole ? std::string(typed) : absl::StrCat("jobs/", std::string(typed));
}

void AddCondition(std::string_view condition, std::string& filter) {
  absl::StrAppend(&filter, filter.empty() ? "" : " AND ", std::string(condition));
}

}  // namespace widthlab::cli
