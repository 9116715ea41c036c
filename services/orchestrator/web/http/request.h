// One request of a browser, taken apart and checked before anything looks at it.
//
//   ASSIGN_OR_RETURN(const Request request, ParseTarget("/artifacts?kind=schedule&id=a&id=b"));
//   request.path;                    // {"artifacts"}
//   request.Value("kind");           // "schedule"
//   request.Values("id");            // {"a", "b"}
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_REQUEST_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_REQUEST_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::web {

struct Request {
  // Parts between slashes, decoded; none for "/".
  std::vector<std::string> path = {};
  // In the order given, decoded.
  std::vector<std::pair<std::string, std::string>> query = {};

  // First value under a name; empty where there is none.
  std::string Value(std::string_view name) const;
  std::vector<std::string> Values(std::string_view name) const;
};

// `target` as it stands in the first line of the request. INVALID_ARGUMENT unless it begins with a
// slash, has at most 8 KiB and 1000 parameters, and is UTF-8 without control characters once it is
// decoded, with no part "." or "..".
absl::StatusOr<Request> ParseTarget(std::string_view target);

// `text` as part of a path or a query: letters, digits and -._~ stay, all else is %XX.
std::string PercentEncode(std::string_view text);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_REQUEST_H_
