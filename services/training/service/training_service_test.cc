#include <memory>
#include <string>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/job/in_process_launcher.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/host/area_runtime.h"
#include "services/training/service/training_area.h"
#include "widthlab/training/v1/training_service.grpc.pb.h"

namespace widthlab::training {
namespace {

const artifact::StepIdentity kImported = {.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"};

// The whole area on a server that only this process reaches.
class TrainingServiceTest : public testing::Test {
 protected:
  TrainingServiceTest() {
    const host::Area area = TrainingArea();
    pool_ = std::make_unique<numeric::ThreadPool>(2, area.on_worker_start);
    launcher_ = std::make_unique<job::InProcessLauncher>(store_, *pool_);
    auto runtime = host::AreaRuntime::Open(area, {.folder = folder_.path(),
                                                  .store = store_,
                                                  .pool = *pool_,
                                                  .launcher = *launcher_,
                                                  .host = host_,
                                                  .import_roots = roots_});
    EXPECT_THAT(runtime, IsOk());
    runtime_ = *std::move(runtime);
    EXPECT_THAT(runtime_->Start(), IsOk());
    auto server = rpc::ServerRunner::Start({.listen = "127.0.0.1:0"}, host_, runtime_->services());
    EXPECT_THAT(server, IsOk());
    server_ = *std::move(server);
    stub_ = v1::TrainingService::NewStub(server_->InProcessChannel());
  }

  v1::TrainRequest SmallRequest() {
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
    for (const char* name : {"a.txt", "b.txt"}) {
      EXPECT_THAT(builder.AddFile(name, "text/plain", std::string(500, name[0])), IsOk());
    }
    const auto text = builder.Commit(kImported);
    EXPECT_THAT(text, IsOk());
    v1::TrainRequest request;
    v1::TrainSpec& spec = *request.mutable_spec();
    spec.set_text(text->id());
    spec.mutable_architecture()->set_layers(1);
    spec.mutable_architecture()->set_hidden_size(16);
    spec.mutable_architecture()->set_heads(2);
    spec.mutable_architecture()->set_ffn_width(16);
    spec.set_steps(5);
    spec.set_batch_size(2);
    spec.set_sequence_length(32);
    return request;
  }

  absl::StatusOr<job::v1::Job> Train(const v1::TrainRequest& request) {
    grpc::ClientContext context;
    job::v1::Job job;
    RETURN_IF_ERROR(rpc::FromGrpc(stub_->Train(&context, request, &job)));
    return job;
  }

  absl::StatusOr<std::vector<v1::TrainingMetric>> Metrics(const std::string& job) {
    grpc::ClientContext context;
    v1::StreamMetricsRequest request;
    request.set_job(job);
    const auto reader = stub_->StreamMetrics(&context, request);
    std::vector<v1::TrainingMetric> metrics;
    v1::StreamMetricsResponse response;
    while (reader->Read(&response)) metrics.push_back(response.metric());
    RETURN_IF_ERROR(rpc::FromGrpc(reader->Finish()));
    return metrics;
  }

  artifact::TemporaryFolder folder_;
  artifact::InMemoryArtifactStore store_;
  rpc::Host host_;
  const host::ImportRoots roots_{{}};
  std::unique_ptr<numeric::ThreadPool> pool_;
  std::unique_ptr<job::InProcessLauncher> launcher_;
  std::unique_ptr<host::AreaRuntime> runtime_;
  std::unique_ptr<rpc::ServerRunner> server_;
  std::unique_ptr<v1::TrainingService::Stub> stub_;
};

TEST_F(TrainingServiceTest, TheMetricsOfAJobAreStreamedToItsEnd) {
  const auto job = Train(SmallRequest());
  ASSERT_THAT(job, IsOk());
  EXPECT_THAT(job->name(), testing::StartsWith("jobs/training-"));
  const auto metrics = Metrics(job->name());
  ASSERT_THAT(metrics, IsOk());
  ASSERT_EQ(metrics->size(), 5u);
  EXPECT_EQ((*metrics)[0].step(), 1);
  EXPECT_TRUE((*metrics)[4].has_validation_loss());
  const auto ended = runtime_->jobs().Get(job->name());
  ASSERT_THAT(ended, IsOk());
  EXPECT_EQ(ended->state(), job::v1::JOB_STATE_SUCCEEDED);
  // The curve is still there when the job has ended.
  EXPECT_EQ(Metrics(job->name())->size(), 5u);
}

TEST_F(TrainingServiceTest, ValidateOnlyResolvesTheSpec) {
  v1::TrainRequest request = SmallRequest();
  request.set_validate_only(true);
  const auto job = Train(request);
  ASSERT_THAT(job, IsOk());
  EXPECT_TRUE(job->name().empty());
  job::v1::StepMetadata metadata;
  v1::TrainSpec spec;
  ASSERT_TRUE(job->metadata().UnpackTo(&metadata));
  ASSERT_TRUE(metadata.spec().UnpackTo(&spec));
  EXPECT_EQ(spec.beta2(), 0.95);
  EXPECT_THAT(spec.device_class(), testing::StartsWith("cpu-"));
  EXPECT_GT(metadata.estimate().seconds(), 0);
}

TEST_F(TrainingServiceTest, BadRequestsAreErrorsOfTheCall) {
  v1::TrainRequest request = SmallRequest();
  request.mutable_spec()->set_shards(3);
  EXPECT_THAT(Train(request), FailsOnField("batch_size"));
  request = SmallRequest();
  request.mutable_spec()->set_text(std::string(64, 'f'));
  EXPECT_THAT(Train(request), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Metrics("jobs/training-01jb2k8v3x7q4m9e"), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(TrainingServiceTest, ImportsResultsOfOthers) {
  v1::ImportTrainingResultsRequest request;
  request.set_source("runs.csv");
  request.set_csv("arm,seed,step,loss\nuniform,0,10,3\nuniform,1,10,3.5\ntaper,0,10,2.5\n");
  v1::ImportTrainingResultsResponse response;
  {
    grpc::ClientContext context;
    ASSERT_THAT(rpc::FromGrpc(stub_->ImportTrainingResults(&context, request, &response)), IsOk());
  }
  ASSERT_EQ(response.arms_size(), 2);
  EXPECT_EQ(response.arms(0).name(), "uniform");
  EXPECT_THAT(response.arms(0).seeds(), testing::ElementsAre(0, 1));
  EXPECT_THAT(store_.Get(response.arms(1).runs(0).id()), IsOk());
  request.set_csv("arm,seed,step,loss\nuniform,0,10,three\n");
  grpc::ClientContext context;
  const absl::Status status =
      rpc::FromGrpc(stub_->ImportTrainingResults(&context, request, &response));
  EXPECT_THAT(status, FailsOnField("csv"));
  EXPECT_EQ(FactsOf(status)->metadata.at("column"), "loss");
}

}  // namespace
}  // namespace widthlab::training
