// What every page has around its content: title, links to the others, style.
//
//   return PageAnswer({.title = "Runs", .current = "/runs", .content = table.Render()});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FRAME_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FRAME_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/html.h"

namespace widthlab::web {

struct Refresh {
  int seconds = 0;
  // Path and query of the page, for the link that stops it; ?live=off is the same page standing
  // still.
  std::string address = {};
};

// Every two seconds where something goes on, unless the reader stopped it.
Refresh WhileActive(bool active, const Request& request, std::string_view path);

struct Page {
  std::string title = {};
  // Path of the link that is marked as this page.
  std::string current = {};
  Html content = {};
  // The page is loaded again after so many seconds; 0 for never. Works without script, and can be
  // stopped by the reader.
  Refresh refresh = {};
  int status = 200;
};

Response PageAnswer(const Page& page);

// An error as a page that says what can be done: 404 of NOT_FOUND, 400 of INVALID_ARGUMENT and
// OUT_OF_RANGE, 503 of UNAVAILABLE and DEADLINE_EXCEEDED, 500 of anything else.
Response ErrorAnswer(const absl::Status& error);

// 302 to a path of this server.
Response RedirectTo(const std::string& path);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FRAME_H_
