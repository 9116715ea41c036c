// A real server on a free port, asked through plain sockets.
#include "services/orchestrator/web/http/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::web {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A connection to a port of this machine.
class Socket {
 public:
  explicit Socket(const std::string& address) {
    int port = 0;
    EXPECT_TRUE(absl::SimpleAtoi(address.substr(address.rfind(':') + 1), &port));
    sockaddr_in where = {};
    where.sin_family = AF_INET;
    where.sin_port = htons(static_cast<uint16_t>(port));
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fd_ = socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience = {.tv_sec = 20, .tv_usec = 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof(where)) == 0;
  }
  ~Socket() { close(fd_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  bool connected() const { return connected_; }
  void Send(const std::string& text) { send(fd_, text.data(), text.size(), MSG_NOSIGNAL); }

  // Everything until the server closes.
  std::string Receive() {
    std::string all;
    char piece[65536];
    for (ssize_t got = 0; (got = recv(fd_, piece, sizeof(piece), 0)) > 0;) {
      all.append(piece, static_cast<size_t>(got));
    }
    return all;
  }

 private:
  int fd_ = -1;
  bool connected_ = false;
};

std::string Ask(const HttpServer& server, const std::string& line,
                const std::string& host = "localhost") {
  Socket socket(server.address());
  socket.Send(absl::StrCat(line, " HTTP/1.1\r\nHost: ", host, "\r\n\r\n"));
  return socket.Receive();
}

Response Echo(const Request& request) {
  std::string text = "asked for";
  for (const std::string& part : request.path) text += "|" + part;
  for (const auto& [name, value] : request.query) text += "?" + name + "=" + value;
  return {.body = text};
}

std::unique_ptr<HttpServer> Start(Handler handler = Echo) {
  auto server = HttpServer::Start("127.0.0.1:0", std::move(handler));
  EXPECT_THAT(server, IsOk());
  return *std::move(server);
}

TEST(HttpServer, AnswersGetWithTheDecodedRequest) {
  const auto server = Start();
  const std::string answer = Ask(*server, "GET /a/%C3%A9%2Fb?x=1+2&y=%3C");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\nasked for|a|é/b?x=1 2?y=<"));
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  const auto server = Start();
  const std::string answer = Ask(*server, "HEAD /a");
  EXPECT_THAT(answer, HasSubstr("Content-Length: 11\r\n"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n"));
}

TEST(HttpServer, RefusesWhatWouldChangeThings) {
  const auto server = Start();
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
    const std::string answer = Ask(*server, absl::StrCat(method, " /a"));
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 405 ")) << method;
    EXPECT_THAT(answer, HasSubstr("Allow: GET, HEAD"));
  }
}

TEST(HttpServer, RefusesNamesThatAreNotItsOwn) {
  const auto server = Start();
  const std::string answer = Ask(*server, "GET /a", "evil.example");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 421 "));
  EXPECT_THAT(answer, HasSubstr(server->address()));
  EXPECT_THAT(answer, Not(HasSubstr("asked for")));
}

TEST(HttpServer, RefusesNonsense) {
  const auto server = Start();
  EXPECT_THAT(Ask(*server, "GET /%zz"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Ask(*server, "GET /a/../../etc/passwd"), Not(HasSubstr("root:")));
  EXPECT_THAT(Ask(*server, "\x01\x02"), Not(HasSubstr("200 OK")));
  EXPECT_THAT(Ask(*server, "GET /" + std::string(20000, 'a')), Not(HasSubstr("200 OK")));
  EXPECT_THAT(Ask(*server, "GET /a"), StartsWith("HTTP/1.1 200 "));
}

TEST(HttpServer, StreamsAFileOfManyPieces) {
  const std::string path = testing::TempDir() + "/large";
  std::string bytes(3'000'000, 'x');
  for (size_t i = 0; i < bytes.size(); i += 1000) bytes[i] = static_cast<char>('a' + i % 23);
  std::ofstream(path, std::ios::binary) << bytes;
  const auto server = Start([&](const Request&) {
    return Response{.file_path = path, .file_bytes = static_cast<int64_t>(bytes.size())};
  });
  const std::string answer = Ask(*server, "GET /large");
  EXPECT_EQ(answer.substr(answer.find("\r\n\r\n") + 4), bytes);
}

TEST(HttpServer, ClientsThatSayNothingLeaveThePagesAlone) {
  const auto server = Start();
  std::vector<std::unique_ptr<Socket>> silent;
  for (int i = 0; i < 20; ++i) {
    silent.push_back(std::make_unique<Socket>(server->address()));
    silent.back()->Send("GET /slow HTTP/1.1\r\nHo");
  }
  const absl::Time begin = absl::Now();
  EXPECT_THAT(Ask(*server, "GET /a"), StartsWith("HTTP/1.1 200 "));
  EXPECT_LT(absl::Now() - begin, absl::Seconds(5));
}

TEST(HttpServer, AHandlerThatThrowsIsA500AndTheNextIsAnswered) {
  const auto server = Start([](const Request& request) -> Response {
    if (!request.path.empty()) throw std::runtime_error("secret");
    return {.body = "fine"};
  });
  const std::string answer = Ask(*server, "GET /a");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(answer, Not(HasSubstr("secret")));
  EXPECT_THAT(Ask(*server, "GET /"), EndsWith("fine"));
}

TEST(HttpServer, ADrainLetsWhatIsUnderWayFinish) {
  std::promise<void> begun;
  const auto server = Start([&](const Request&) {
    begun.set_value();
    absl::SleepFor(absl::Milliseconds(300));
    return Response{.body = "whole"};
  });
  std::future<std::string> answer =
      std::async(std::launch::async, [&] { return Ask(*server, "GET /a"); });
  begun.get_future().wait();
  server->Drain();
  EXPECT_THAT(answer.get(), EndsWith("whole"));
  EXPECT_FALSE(Socket(server->address()).connected());
}

TEST(HttpServer, SaysWhichPortIsTakenAndWhatToDo) {
  const auto server = Start();
  const auto second = HttpServer::Start(server->address(), Echo);
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kFailedPrecondition,
                               AllOf(HasSubstr(server->address()), HasSubstr("--web-listen"))));
}

TEST(HttpServer, RefusesAnAddressThatIsNone) {
  for (const char* address : {"", "7080", ":7080", "localhost:", "localhost:x", "a:70800"}) {
    EXPECT_THAT(HttpServer::Start(address, Echo), Not(IsOk())) << address;
  }
}

}  // namespace
}  // namespace widthlab::web
