// Whether a request came to the name under which the server is meant to be reached.
//
// A page elsewhere can have its name resolve to 127.0.0.1 and then read what a server on the
// reader's own machine answers (DNS rebinding); but it cannot choose the Host header, which holds
// that name. A server on a loopback address therefore answers only to loopback names. One that was
// told to listen elsewhere is reached by names that it cannot know.
//
//   IsExpectedHost("127.0.0.1", "localhost:7080")      // true
//   IsExpectedHost("127.0.0.1", "evil.example:7080")   // false
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_HOST_CHECK_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_HOST_CHECK_H_

#include <string_view>

namespace widthlab::web {

// "localhost", 127.x.x.x, ::1 with or without brackets.
bool IsLoopback(std::string_view host);

// `listening` is the host that is listened on, `header` the Host header. The port may be another:
// a tunnel has one of its own.
bool IsExpectedHost(std::string_view listening, std::string_view header);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_HTTP_HOST_CHECK_H_
