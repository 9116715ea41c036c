#include "common/metrics/metrics_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::metrics {
namespace {

using ::testing::HasSubstr;

std::string HttpGet(int port, const std::string& path) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) return "";
  const std::string request = "GET " + path + " HTTP/1.0\r\n\r\n";
  EXPECT_EQ(write(fd, request.data(), request.size()), static_cast<ssize_t>(request.size()));
  std::string answer;
  char buffer[4096];
  for (ssize_t n; (n = read(fd, buffer, sizeof(buffer))) > 0;) answer.append(buffer, n);
  close(fd);
  return answer;
}

TEST(MetricsServerTest, AnswersAScrape) {
  Metrics metrics;
  metrics.Queue("training").Set(2, 1);
  const auto server = MetricsServer::Start("127.0.0.1:0", metrics);
  ASSERT_THAT(server, IsOk());
  const std::string answer = HttpGet((*server)->port(), "/metrics");
  EXPECT_THAT(answer, HasSubstr("200 OK"));
  EXPECT_THAT(answer, HasSubstr("widthlab_jobs_queued{area=\"training\"} 2"));
}

TEST(MetricsServerTest, APortInUseIsAnErrorThatNamesIt) {
  Metrics metrics;
  const auto first = MetricsServer::Start("127.0.0.1:0", metrics);
  ASSERT_THAT(first, IsOk());
  const std::string address = "127.0.0.1:" + std::to_string((*first)->port());
  EXPECT_THAT(MetricsServer::Start(address, metrics),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(address)));
}

}  // namespace
}  // namespace widthlab::metrics
