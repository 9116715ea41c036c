// The pipeline service with its client, over fake stages.
#include "services/orchestrator/service/pipeline_service.h"

#include <string>

#include "clients/cpp/pipeline_client.h"
#include "clients/cpp/testing/in_process_server.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/in_memory_job_store.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/pipeline/fake_stage.h"
#include "services/orchestrator/core/testing/made_arms.h"
#include "services/orchestrator/service/pipeline_stages.h"

namespace widthlab::pipeline {
namespace {

class PipelineServiceTest : public testing::Test {
 protected:
  PipelineServiceTest() {
    RegisterPipelineJobs(executor_, stages_, store_);
    EXPECT_THAT(executor_.Start(), IsOk());
  }

  // A run whose text exists.
  v1::RunPipelineRequest Request() {
    v1::RunPipelineRequest request;
    request.mutable_geometry_guided()->set_text(InputOfKind(artifact::v1::ARTIFACT_KIND_TEXT));
    request.mutable_geometry_guided()->add_seeds(1);
    return request;
  }

  std::string InputOfKind(artifact::v1::ArtifactKind kind) {
    const auto run = store_.Get(arms_.arms(0).runs(0));
    for (const std::string& id : run->manifest().inputs()) {
      if (store_.Get(id)->manifest().kind() == kind) return id;
    }
    return "";
  }

  // There is one model, whose name is that of an artifact.
  static absl::StatusOr<KnownModel> FindModel(const std::string& name) {
    if (name.size() != 64) return NotFound("ARTIFACT_NOT_FOUND", "model", "no such model");
    model::v1::Architecture shape;
    shape.set_layers(2);
    shape.set_ffn_width(64);
    return KnownModel{.id = name, .architecture = shape};
  }

  artifact::InMemoryArtifactStore store_;
  const v1::CompareSpec arms_ = MakeArms(store_, 1);
  job::InMemoryJobStore jobs_;
  rpc::Host host_;
  FakeStage stage_;
  const StageMap stages_ = AllKinds(stage_);
  job::JobExecutor executor_{jobs_, {.area = "pipeline"}, host_.metrics()};
  PipelineServiceImpl service_{executor_, stages_, store_, FindModel, host_};
  client::InProcessServer server_{{&service_}};
  client::PipelineClient client_{server_.connection()};
};

TEST_F(PipelineServiceTest, RunsATemplateToItsEnd) {
  const auto started = client_.Run(Request());
  ASSERT_THAT(started, IsOk());
  const auto ended = client_.Wait(started->name());
  ASSERT_THAT(ended, IsOk());
  v1::RunResult result;
  ASSERT_TRUE(ended->result().UnpackTo(&result)) << ended->error().message();
  EXPECT_EQ(result.artifacts().count("report"), 1u);
  v1::RunMetadata metadata;
  ASSERT_TRUE(ended->metadata().UnpackTo(&metadata));
  EXPECT_EQ(metadata.template_(), "geometry_guided");
}

TEST_F(PipelineServiceTest, ProfilesAModelToItsEnd) {
  v1::RunPipelineRequest request;
  request.mutable_profile_model()->set_text(InputOfKind(artifact::v1::ARTIFACT_KIND_TEXT));
  request.mutable_profile_model()->add_models(arms_.arms(0).runs(0));
  stage_.FailOn("schedule/sensitivity_only", InvalidField("sensitivity", "0", "above 0"));
  const auto started = client_.Run(request);
  ASSERT_THAT(started, IsOk());
  const auto ended = client_.Wait(started->name());
  ASSERT_THAT(ended, IsOk());
  v1::RunResult result;
  ASSERT_TRUE(ended->result().UnpackTo(&result)) << ended->error().message();
  EXPECT_EQ(result.artifacts().count("report"), 1u);
  EXPECT_EQ(result.artifacts().count("schedule/uniform"), 1u);
  EXPECT_EQ(result.artifacts().count("schedule/sensitivity_only"), 0u);
  request.mutable_profile_model()->add_models("unknown");
  EXPECT_THAT(client_.Run(request), FailsOnField("models[1]"));
}

TEST_F(PipelineServiceTest, ADryRunKeepsNoJob) {
  v1::RunPipelineRequest request = Request();
  request.set_validate_only(true);
  const auto described = client_.Run(request);
  ASSERT_THAT(described, IsOk());
  EXPECT_EQ(described->name(), "");
  const auto runs = client_.List({});
  ASSERT_THAT(runs, IsOk());
  EXPECT_EQ(runs->runs_size(), 0);
}

TEST_F(PipelineServiceTest, ListsRunsPageByPage) {
  for (int i = 0; i < 3; ++i) ASSERT_THAT(client_.Run(Request()), IsOk());
  v1::ListRunsRequest request;
  request.set_page_size(2);
  const auto first = client_.List(request);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->runs_size(), 2);
  request.set_page_token(first->next_page_token());
  const auto second = client_.List(request);
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->runs_size(), 1);
  EXPECT_EQ(second->next_page_token(), "");
}

TEST_F(PipelineServiceTest, NamesWhatIsWrongWithARequest) {
  EXPECT_THAT(client_.Run({}), FailsOnField("pipeline"));
  v1::RunPipelineRequest request = Request();
  request.mutable_geometry_guided()->set_text(std::string(64, 'f'));
  EXPECT_THAT(client_.Run(request), StatusIs(absl::StatusCode::kNotFound));
  request.mutable_geometry_guided()->set_text(arms_.arms(0).schedule());
  EXPECT_THAT(client_.Run(request), FailsOnField("text"));
}

TEST_F(PipelineServiceTest, RefusesWhatAServiceWouldRefuse) {
  stage_.FailOn("reference", InvalidField("steps", "7", "a multiple of two"));
  EXPECT_THAT(client_.Run(Request()), FailsOnField("train.steps"));
}

TEST_F(PipelineServiceTest, ReadsComparisonsOnly) {
  EXPECT_THAT(client_.GetComparison(arms_.arms(0).schedule()), FailsOnField("name"));
}

TEST_F(PipelineServiceTest, RendersFiguresOfAnyArtifact) {
  const auto widths = client_.RenderFigure(arms_.arms(1).schedule(), "widths");
  ASSERT_THAT(widths, IsOk());
  EXPECT_THAT(widths->svg(), testing::StartsWith("<svg"));
  EXPECT_EQ(widths->figure().title(), "FFN width by layer");
  ASSERT_EQ(widths->figures_size(), 2);
  EXPECT_EQ(widths->figures(1).name(), "lineage");
  const auto unknown = client_.RenderFigure(arms_.arms(1).schedule(), "nothing").status();
  ASSERT_TRUE(FactsOf(unknown).has_value());
  EXPECT_EQ(FactsOf(unknown)->reason, "UNKNOWN_FIGURE");
  EXPECT_EQ(FactsOf(unknown)->metadata.at("allowed"), "widths, lineage");
}

TEST_F(PipelineServiceTest, RefusesToReproduceAnImport) {
  v1::ReproduceArtifactRequest request;
  request.set_name(InputOfKind(artifact::v1::ARTIFACT_KIND_TEXT));
  EXPECT_THAT(client_.Reproduce(request), StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(PipelineServiceTest, CancelsARun) {
  stage_.HangOn("reference");
  const auto started = client_.Run(Request());
  ASSERT_THAT(started, IsOk());
  ASSERT_THAT(client_.Cancel(started->name()), IsOk());
  const auto ended = client_.Wait(started->name());
  ASSERT_THAT(ended, IsOk());
  EXPECT_EQ(ended->state(), job::v1::JOB_STATE_CANCELLED);
}

}  // namespace
}  // namespace widthlab::pipeline
