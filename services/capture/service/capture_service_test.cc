#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/job/in_process_launcher.h"
#include "common/model/stored_model.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_writer.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/service/capture_area.h"
#include "services/host/area_runtime.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const artifact::StepIdentity kImported = {.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"};

class CaptureServiceTest : public testing::Test {
 protected:
  CaptureServiceTest() {
    const host::Area area = CaptureArea();
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
    stub_ = v1::CaptureService::NewStub(server_->InProcessChannel());
    AddModel();
  }

  void AddModel() {
    auto weights = model::Parameters::Create(architecture::UniformArchitecture(
        {.vocab_size = 257, .hidden_size = 16, .layers = 2, .heads = 2, .ffn_width = 32}));
    EXPECT_THAT(weights, IsOk());
    weights->Initialise(1);
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TRAINING_RUN, 1);
    EXPECT_THAT(model::AddCheckpoint(*weights, store_, builder), IsOk());
    const auto artifact = builder.Commit(kImported);
    EXPECT_THAT(artifact, IsOk());
    model_ = artifact->id();
  }

  absl::StatusOr<v1::ModelInspection> Inspect(const std::string& model) {
    grpc::ClientContext context;
    v1::InspectModelRequest request;
    request.set_model(model);
    v1::ModelInspection response;
    RETURN_IF_ERROR(rpc::FromGrpc(stub_->InspectModel(&context, request, &response)));
    return response;
  }

  artifact::TemporaryFolder folder_;
  artifact::InMemoryArtifactStore store_;
  rpc::Host host_;
  const host::ImportRoots roots_{{folder_.path()}};
  std::unique_ptr<numeric::ThreadPool> pool_;
  std::unique_ptr<job::InProcessLauncher> launcher_;
  std::unique_ptr<host::AreaRuntime> runtime_;
  std::unique_ptr<rpc::ServerRunner> server_;
  std::unique_ptr<v1::CaptureService::Stub> stub_;
  std::string model_;
};

TEST_F(CaptureServiceTest, InspectsModelsByIdAndByPath) {
  const auto inspection = Inspect(model_);
  ASSERT_THAT(inspection, IsOk());
  EXPECT_EQ(inspection->model_type(), "widthlab");
  EXPECT_EQ(inspection->architecture().ffn_width(), 32);
  EXPECT_EQ(inspection->weight_bytes(), 4 * inspection->accounts().total_parameters());
  EXPECT_EQ(inspection->tokenizer(), "byte");

  const auto artifact = store_.Get(model_);
  for (const char* file : {"config.json", "model.safetensors"}) {
    const auto path = artifact::FilePath(store_, *artifact, file);
    ASSERT_THAT(path, IsOk());
    std::filesystem::copy_file(*path, folder_.path() + "/" + file);
  }
  const auto by_path = Inspect(folder_.path());
  ASSERT_THAT(by_path, IsOk());
  EXPECT_EQ(by_path->SerializeAsString(), inspection->SerializeAsString());
}

TEST_F(CaptureServiceTest, PathsOutsideTheImportRootsAreDenied) {
  EXPECT_THAT(Inspect("/etc"), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(Inspect(""), FailsOnField("model"));
  EXPECT_THAT(Inspect(std::string(64, 'a')), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Inspect(std::string(64, 'a')), FailsOnField("model"));
}

TEST_F(CaptureServiceTest, ImportsModelsByReference) {
  const auto artifact = store_.Get(model_);
  for (const char* file : {"config.json", "model.safetensors"}) {
    const auto path = artifact::FilePath(store_, *artifact, file);
    ASSERT_THAT(path, IsOk());
    std::filesystem::copy_file(*path, folder_.path() + "/" + file);
  }
  const auto import = [&](const std::string& model) {
    grpc::ClientContext context;
    v1::ImportModelRequest request;
    request.set_model(model);
    artifact::v1::Artifact response;
    const absl::Status status = rpc::FromGrpc(stub_->ImportModel(&context, request, &response));
    return status.ok() ? absl::StatusOr<artifact::v1::Artifact>(response) : status;
  };
  const auto imported = import(folder_.path());
  ASSERT_THAT(imported, IsOk());
  EXPECT_EQ(imported->manifest().kind(), artifact::v1::ARTIFACT_KIND_MODEL);
  EXPECT_THAT(Inspect(imported->id()), IsOk());
  EXPECT_THAT(import("/etc"), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(import("no-such/model"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("Nothing is downloaded")));
}

TEST_F(CaptureServiceTest, TokenizesBytes) {
  grpc::ClientContext context;
  v1::TokenizeRequest request;
  request.set_model(model_);
  request.set_text("Hi\xff");
  v1::TokenizeResponse response;
  ASSERT_THAT(rpc::FromGrpc(stub_->Tokenize(&context, request, &response)), IsOk());
  EXPECT_THAT(response.ids(), ElementsAre(256, 72, 105, 255));

  grpc::ClientContext again;
  request.set_leave_out_special(true);
  ASSERT_THAT(rpc::FromGrpc(stub_->Tokenize(&again, request, &response)), IsOk());
  EXPECT_THAT(response.ids(), ElementsAre(72, 105, 255));
}

TEST_F(CaptureServiceTest, ImportsCloudsOfOthers) {
  const std::vector<float> states = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<tensor_io::TensorToWrite> tensors;
  tensors.push_back(tensor_io::FromSpan("ffn_in.0", {4, 2}, absl::MakeConstSpan(states)));
  tensors.push_back(tensor_io::FromSpan("ffn_out.0", {4, 2}, absl::MakeConstSpan(states)));
  std::string bytes;
  ASSERT_THAT(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes), IsOk());
  const auto blob = artifact::WriteBlob(store_.blobs(), bytes);
  ASSERT_THAT(blob, IsOk());
  v1::ImportActivationsRequest request;
  request.set_cloud_digest(blob->digest);
  request.set_source("mine.safetensors");
  request.set_subsamples(2);
  const auto import = [&](artifact::v1::Artifact& artifact) {
    grpc::ClientContext context;
    return rpc::FromGrpc(stub_->ImportActivations(&context, request, &artifact));
  };
  artifact::v1::Artifact artifact;
  ASSERT_THAT(import(artifact), IsOk());
  EXPECT_THAT(store_.Get(artifact.id()), IsOk());
  EXPECT_THAT(artifact::ReadFile(store_, artifact, "summary.json"), IsOk());
  request.set_subsamples(3);
  EXPECT_THAT(import(artifact), FailsOnField("subsamples"));
  request.set_cloud_digest(std::string(64, 'a'));
  EXPECT_THAT(import(artifact), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(CaptureServiceTest, ImportsTokenShardsByReferenceAndFromBlobs) {
  const std::string path = folder_.path() + "/train.bin";
  std::ofstream(path, std::ios::binary) << tensor_io::LlmCBytes({50256, 1, 2});
  const auto import = [&](const v1::ImportTokensRequest& request) {
    grpc::ClientContext context;
    artifact::v1::Artifact response;
    const absl::Status status = rpc::FromGrpc(stub_->ImportTokens(&context, request, &response));
    return status.ok() ? absl::StatusOr<artifact::v1::Artifact>(response) : status;
  };
  v1::ImportTokensRequest by_path;
  by_path.set_path(path);
  const auto text = import(by_path);
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(text->manifest().kind(), artifact::v1::ARTIFACT_KIND_TEXT);
  EXPECT_EQ(text->manifest().spec_json(), R"({"source":"train.bin"})");
  ASSERT_EQ(text->manifest().files_size(), 1);
  EXPECT_EQ(text->manifest().files(0).media_type(), "application/vnd.widthlab.tokens.llm_c");

  // The same bytes, sent: the same artifact.
  v1::ImportTokensRequest sent;
  sent.set_format("llm_c");
  sent.set_source("/elsewhere/train.bin");
  sent.add_files()->set_name("train.bin");
  sent.mutable_files(0)->set_digest(text->manifest().files(0).digest());
  const auto again = import(sent);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->id(), text->id());
}

TEST_F(CaptureServiceTest, BadImportsOfTokensAreNamed) {
  const auto fails = [&](const v1::ImportTokensRequest& request) {
    grpc::ClientContext context;
    artifact::v1::Artifact response;
    return rpc::FromGrpc(stub_->ImportTokens(&context, request, &response));
  };
  v1::ImportTokensRequest request;
  EXPECT_THAT(fails(request), FailsOnField("path"));
  request.set_path("/etc/passwd");
  EXPECT_THAT(fails(request), StatusIs(absl::StatusCode::kPermissionDenied));
  request.set_path(folder_.path() + "/../../etc");
  EXPECT_THAT(fails(request), StatusIs(absl::StatusCode::kPermissionDenied));
  const std::string path = folder_.path() + "/train.bin";
  std::ofstream(path, std::ios::binary) << "abc";
  request.set_path(path);
  EXPECT_THAT(fails(request), FailsOnField("format"));
  request.set_format("nanogpt");
  EXPECT_THAT(fails(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("(rule size)")));
  request.set_format("megatron");
  EXPECT_THAT(fails(request), StatusIs(absl::StatusCode::kNotFound, HasSubstr(".idx")));
  std::filesystem::create_symlink("/etc/passwd", folder_.path() + "/link.jsonl");
  request.set_format("");
  request.set_path(folder_.path() + "/link.jsonl");
  EXPECT_THAT(fails(request), StatusIs(absl::StatusCode::kPermissionDenied));

  request.set_path("");
  request.add_files()->set_name("../train.bin");
  EXPECT_THAT(fails(request), FailsOnField("format"));
  request.set_format("nanogpt");
  EXPECT_THAT(fails(request), FailsOnField("files[0].name"));
  request.mutable_files(0)->set_name("train.bin");
  request.mutable_files(0)->set_digest(std::string(64, 'a'));
  EXPECT_THAT(fails(request), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(CaptureServiceTest, TooFewTokensFailTheJobWithTheCountThatFits) {
  artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
  EXPECT_THAT(builder.AddFile("a.txt", "text/plain", std::string(63, 'a')), IsOk());
  const auto text = builder.Commit(kImported);
  ASSERT_THAT(text, IsOk());
  grpc::ClientContext context;
  v1::CaptureActivationsRequest request;
  request.mutable_spec()->set_model(model_);
  request.mutable_spec()->set_text(text->id());
  request.mutable_spec()->set_sequences(2);
  request.mutable_spec()->set_sequence_length(32);
  job::v1::Job job;
  ASSERT_THAT(rpc::FromGrpc(stub_->CaptureActivations(&context, request, &job)), IsOk());
  job::v1::Job last;
  ASSERT_THAT(runtime_->jobs().Watch(
                  job.name(),
                  [&last](const job::v1::Job& now) {
                    last = now;
                    return absl::OkStatus();
                  },
                  [] { return absl::OkStatus(); }),
              IsOk());
  EXPECT_EQ(last.state(), job::v1::JOB_STATE_FAILED);
  EXPECT_THAT(last.error().message(), HasSubstr("must be at most 7"));
}

}  // namespace
}  // namespace widthlab::capture
