#include "clients/cpp/pipeline_client.h"

#include <set>
#include <string>

#include "clients/cpp/testing/in_process_server.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using job::v1::Job;

// Fails in passing the first time.
class FakePipelines : public pipeline::v1::PipelineService::Service {
 public:
  grpc::Status RunPipeline(grpc::ServerContext*, const pipeline::v1::RunPipelineRequest* request,
                           Job* response) override {
    request_ids.push_back(request->request_id());
    if (request_ids.size() == 1) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "restarting");
    response->set_request_id(request->request_id());
    return grpc::Status::OK;
  }

  std::vector<std::string> request_ids;
};

TEST(PipelineClient, TriesARunAgainUnderTheSameRequestId) {
  FakePipelines fake;
  InProcessServer server({&fake});
  const absl::StatusOr<Job> run = PipelineClient(server.connection()).Run({});
  ASSERT_THAT(run, IsOk());
  ASSERT_EQ(fake.request_ids.size(), 2u);
  EXPECT_EQ(fake.request_ids[0], fake.request_ids[1]);
  EXPECT_EQ(run->request_id().size(), 32u);
}

TEST(PipelineClient, KeepsTheRequestIdOfTheCaller) {
  FakePipelines fake;
  InProcessServer server({&fake});
  pipeline::v1::RunPipelineRequest request;
  request.set_request_id("mine");
  EXPECT_EQ(PipelineClient(server.connection()).Run(request)->request_id(), "mine");
}

TEST(PipelineClient, DrawsADifferentRequestIdEachTime) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(NewRequestId());
  EXPECT_EQ(ids.size(), 100u);
}

}  // namespace
}  // namespace widthlab::client
