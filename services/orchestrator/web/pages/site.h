// Every page by its address.
//
//   const Site site({store, jobs});
//   HttpServer::Start(address, [&](const Request& request) { return site.Answer(request); });
//
// Safe to use from many threads; nothing it does changes anything.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SITE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SITE_H_

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

class Site {
 public:
  explicit Site(const Sources& sources) : sources_(sources) {}

  // Errors are pages too.
  Response Answer(const Request& request) const;

 private:
  absl::StatusOr<Response> Find(const Request& request) const;

  Sources sources_;
};

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SITE_H_
