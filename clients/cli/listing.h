// Lists that come in pages, and the names in them.
//
//   RETURN_IF_ERROR(EachPage(limit, [&](int size, std::string& token) -> absl::StatusOr<int> {
//     ...                                        // ask for a page, show it, set the next token
//     return response.jobs_size();
//   }));
#ifndef WIDTHLAB_CLIENTS_CLI_LISTING_H_
#define WIDTHLAB_CLIENTS_CLI_LISTING_H_

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/command.h"

namespace widthlab::cli {

// --limit, which every list takes.
FlagSpec LimitFlag();

// Value of --limit: at least 1, or 0 for all; 50 where it is left out.
absl::StatusOr<int> LimitOf(const Arguments& arguments);

// Asks for pages until `limit` entries (0: all) were shown or there are no more. `page` gets the
// size of the page and its token, sets the token of the next one, and returns how many came.
absl::Status EachPage(int limit, const std::function<absl::StatusOr<int>(int, std::string&)>& page);

// "jobs/training-7" of "training-7": "jobs/" in front where it is missing.
std::string JobName(std::string_view typed);

// A condition joined to a filter.
void AddCondition(std::string_view condition, std::string& filter);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_LISTING_H_
