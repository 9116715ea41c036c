// Answers GET and HEAD over HTTP from a handler.
//
//   ASSIGN_OR_RETURN(auto server, HttpServer::Start("127.0.0.1:7080",
//       [&](const Request& request) { return pages.Answer(request); }));
//   ...
//   server->Drain();
//
// A fixed number of threads answers; each waits for a client no longer than kPatience at a time,
// and large files may take at most half of the threads, so that slow readers leave the pages alone.
// What is not GET or HEAD is refused, as nothing here changes anything, and so is a Host that a
// server on a loopback address cannot have (host_check.h).
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_SERVER_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_SERVER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"

namespace widthlab::web {

using Handler = std::function<Response(const Request& request)>;

class HttpServer {
 public:
  // `address` is HOST:PORT, an IPv6 host in brackets; port 0 takes a free one. `handler` is called
  // from many threads at a time. FAILED_PRECONDITION CANNOT_LISTEN on `web-listen`.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(const std::string& address,
                                                           Handler handler);

  // Drains.
  ~HttpServer();

  // HOST:PORT with the port that was taken.
  const std::string& address() const;

  // Takes no more requests, lets those under way finish within `grace`, ends the others. Never to
  // be called in a handler.
  void Drain(absl::Duration grace = absl::Seconds(3));

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_SERVER_H_
