#include "services/orchestrator/web/http/server.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "civetweb.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/web/http/host_check.h"

namespace widthlab::web {
namespace {

constexpr int kThreads = 32;
constexpr int kMostFiles = kThreads / 2;
// For a whole request to come in, and for each piece of an answer to go out.
constexpr char kPatienceMilliseconds[] = "10000";
constexpr size_t kPieceBytes = 64 << 10;
// Files up to this many bytes fit into the buffers of a connection and occupy nobody for long.
constexpr int64_t kSmallFileBytes = 256 << 10;

struct HostAndPort {
  std::string host;
  int port = 0;
};

absl::StatusOr<HostAndPort> ParseAddress(const std::string& address) {
  const size_t colon = address.rfind(':');
  HostAndPort result;
  if (colon == std::string::npos || colon == 0 ||
      !absl::SimpleAtoi(address.substr(colon + 1), &result.port) || result.port < 0 ||
      result.port > 65535) {
    return InvalidField("--web-listen", address,
                        "HOST:PORT, for instance 127.0.0.1:7080, or \"none\" for no page");
  }
  result.host = address.substr(0, colon);
  // civetweb knows addresses, but no names of hosts.
  if (result.host == "localhost") result.host = "127.0.0.1";
  return result;
}

Response PlainAnswer(int status, std::string_view text) {
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .trust = Trust::kFile,
          .body = absl::StrCat(std::string(text), "\n")};
}

std::string Header(mg_connection* connection, const char* name) {
  const char* const value = mg_get_header(connection, name);
  return value == nullptr ? "" : value;
}

bool WriteAll(mg_connection* connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t piece = std::min(bytes.size(), kPieceBytes);
    const int written = mg_write(connection, bytes.data(), piece);
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Sends exactly `count` bytes of a file, or breaks off, which the reader notices by the length.
void WriteFile(mg_connection* connection, const std::string& path, int64_t count) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  std::vector<char> piece(kPieceBytes);
  while (count > 0) {
    const size_t wanted = static_cast<size_t>(std::min<int64_t>(count, kPieceBytes));
    const ssize_t got = read(file, piece.data(), wanted);
    if (got <= 0 || !WriteAll(connection, {piece.data(), static_cast<size_t>(got)})) break;
    count -= got;
  }
  close(file);
}

}  // namespace

struct HttpServer::State {
  // Counts what is under way, so that a drain can wait for it.
  class Running {
   public:
    explicit Running(State& state) : state_(state) {
      std::lock_guard<std::mutex> lock(state_.mutex);
      ++state_.running;
    }
    ~Running() {
      std::lock_guard<std::mutex> lock(state_.mutex);
      if (--state_.running == 0) state_.idle.notify_all();
    }

   private:
    State& state_;
  };

  Response Answer(mg_connection* connection, const mg_request_info& info) const;
  void Send(mg_connection* connection, const Response& response, bool with_body);
  int Handle(mg_connection* connection);

  Handler handler;
  std::string host;
  std::string address;
  mg_context* context = nullptr;
  std::atomic<bool> draining{false};
  std::atomic<int> files{0};
  std::mutex mutex;
  std::condition_variable idle;
  int running = 0;
};

Response HttpServer::State::Answer(mg_connection* connection, const mg_request_info& info) const {
  const std::string method = info.request_method == nullptr ? "" : info.request_method;
  if (method != "GET" && method != "HEAD") {
    Response refusal = PlainAnswer(405, "This page only shows things: GET and HEAD.");
    refusal.headers.emplace_back("Allow", "GET, HEAD");
    return refusal;
  }
  const std::string name = Header(connection, "Host");
  if (!IsExpectedHost(host, name)) {
    return PlainAnswer(421, absl::StrCat("This server answers to names of its own machine only: "
                                         "open http://",
                                         address, "/ instead."));
  }
  if (draining) return PlainAnswer(503, "The server is stopping.");
  const std::string path = info.local_uri == nullptr ? "" : info.local_uri;
  const absl::StatusOr<Request> request =
      ParseTarget(info.query_string == nullptr ? path : absl::StrCat(path, "?", info.query_string));
  if (!request.ok()) return PlainAnswer(400, std::string(request.status().message()));
  try {
    return handler(*request);
  } catch (const std::exception& error) {
    log::Error("page failed", {{"path", path}, {"error", error.what()}});
    return PlainAnswer(500, "The page could not be made; the server's log says why.");
  }
}

void HttpServer::State::Send(mg_connection* connection, const Response& response, bool with_body) {
  const bool large = !response.file_path.empty() && response.file_bytes > kSmallFileBytes;
  if (large && with_body && files.fetch_add(1) >= kMostFiles) {
    --files;
    Response busy = PlainAnswer(503, "Too many downloads at once; try again in a moment.");
    busy.headers.emplace_back("Retry-After", "5");
    Send(connection, busy, with_body);
    return;
  }
  if (WriteAll(connection, HeaderText(response)) && with_body) {
    if (response.file_path.empty()) {
      WriteAll(connection, response.body);
    } else {
      WriteFile(connection, response.file_path, response.file_bytes);
    }
  }
  if (large && with_body) --files;
}

int HttpServer::State::Handle(mg_connection* connection) {
  const Running running(*this);
  const mg_request_info& info = *mg_get_request_info(connection);
  const Response response = Answer(connection, info);
  Send(connection, response, std::string_view(info.request_method) != "HEAD");
  return response.status;
}

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(const std::string& address,
                                                              Handler handler) {
  ASSIGN_OR_RETURN(const HostAndPort where, ParseAddress(address));
  auto state = std::make_unique<State>();
  state->handler = std::move(handler);
  state->host = where.host;
  state->address = address;
  mg_init_library(MG_FEATURES_DEFAULT);
  mg_callbacks callbacks = {};
  callbacks.begin_request = [](mg_connection* connection) {
    return static_cast<State*>(mg_get_request_info(connection)->user_data)->Handle(connection);
  };
  callbacks.log_message = [](const mg_connection*, const char* message) {
    log::Debug("web", {{"message", message}});
    return 1;
  };
  callbacks.log_access = [](const mg_connection*, const char*) { return 1; };
  const std::string ports = absl::StrCat(where.host, ":", where.port);
  const std::string threads = absl::StrCat(kThreads);
  const char* options[] = {"listening_ports",
                           ports.c_str(),
                           "num_threads",
                           threads.c_str(),
                           "request_timeout_ms",
                           kPatienceMilliseconds,
                           "enable_keep_alive",
                           "no",
                           "decode_url",
                           "no",
                           "max_request_size",
                           "16384",
                           nullptr};
  state->context = mg_start(&callbacks, state.get(), options);
  if (state->context == nullptr) {
    mg_exit_library();
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.reason = "CANNOT_LISTEN", .field = "web-listen"},
                     absl::StrCat("cannot serve the web page on ", address,
                                  ": the port is in use or the address is not this machine's; "
                                  "choose another with --web-listen HOST:PORT, or none with "
                                  "--web-listen none"));
  }
  mg_server_port port = {};
  mg_get_server_ports(state->context, 1, &port);
  state->address = absl::StrCat(where.host, ":", port.port);
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

HttpServer::~HttpServer() { Drain(); }

const std::string& HttpServer::address() const { return state_->address; }

void HttpServer::Drain(absl::Duration grace) {
  if (state_->context == nullptr) return;
  state_->draining = true;
  {
    std::unique_lock<std::mutex> lock(state_->mutex);
    state_->idle.wait_for(lock, absl::ToChronoMilliseconds(grace),
                          [this] { return state_->running == 0; });
  }
  mg_stop(state_->context);
  state_->context = nullptr;
  mg_exit_library();
}

}  // namespace widthlab::web
