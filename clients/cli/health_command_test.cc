#include "clients/cli/health_command.h"

#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "clients/cli/json.h"
#include "clients/cli/widthctl.h"
#include "clients/cpp/testing/in_process_server.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

class FakeHealth final : public grpc::health::v1::Health::Service {
 public:
  grpc::Status Check(grpc::ServerContext*, const HealthCheckRequest* request,
                     HealthCheckResponse* response) override {
    if (!request->service().empty() && request->service() != "a.Service") {
      return {grpc::StatusCode::NOT_FOUND, "no such service"};
    }
    response->set_status(status);
    return grpc::Status::OK;
  }

  HealthCheckResponse::ServingStatus status = HealthCheckResponse::SERVING;
};

class HealthCommandTest : public testing::Test {
 protected:
  int Run(const std::vector<std::string>& words) {
    out_.str("");
    return RunWidthctl(words, Console{.out = out_, .err = err_}, [this](const std::string&) {
      client::Connections to;
      to.orchestrator = server_.connection();
      return absl::StatusOr<client::Connections>(to);
    });
  }

  FakeHealth health_;
  client::InProcessServer server_{{&health_}};
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(HealthCommandTest, AServerThatTakesCallsIsASuccess) {
  EXPECT_EQ(Run({"health", "--server", "127.0.0.1:1"}), kSuccess);
  EXPECT_EQ(out_.str(), "127.0.0.1:1 takes calls\n");
  EXPECT_EQ(Run({"health", "a.Service", "--json"}), kSuccess);
  EXPECT_EQ(Json::parse(out_.str())["serving"], true);
}

TEST_F(HealthCommandTest, AServerThatDrainsIsAFailure) {
  health_.status = HealthCheckResponse::NOT_SERVING;
  EXPECT_EQ(Run({"health"}), kFailure);
}

TEST_F(HealthCommandTest, AServiceThatIsNotThereIsNamed) {
  EXPECT_EQ(Run({"health", "b.Service"}), kNotFound);
}

}  // namespace
}  // namespace widthlab::cli
