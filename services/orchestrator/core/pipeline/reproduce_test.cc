#include "services/orchestrator/core/pipeline/reproduce.h"

#include <cmath>
#include <string>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/numeric/thread_pool.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/comparison/compare_step.h"
#include "services/orchestrator/core/pipeline/local_stage.h"
#include "services/orchestrator/core/testing/made_arms.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;

// Makes an artifact of its own whatever it is asked.
class OtherStage : public Stage {
 public:
  OtherStage(artifact::ArtifactStore& store, std::string bytes)
      : store_(store), bytes_(std::move(bytes)) {}

  absl::StatusOr<job::v1::StepResult> Run(const StageCall& call) override {
    if (!call.step.train().device_class().empty() && refuse_class_) {
      return InvalidField("device_class", call.step.train().device_class(), "this machine's");
    }
    EXPECT_TRUE(call.ignore_cache);
    job::v1::StepResult result;
    result.set_artifact(Make(bytes_, "here"));
    return result;
  }
  absl::StatusOr<job::v1::StepMetadata> Describe(const v1::PipelineStep&) override {
    return absl::UnimplementedError("not asked");
  }

  std::string Make(const std::string& bytes, const std::string& device_class) {
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TRAINING_RUN, 1);
    EXPECT_THAT(builder.AddFile("result.json", "application/json", bytes), IsOk());
    EXPECT_THAT(builder.AddFile("same.json", "application/json", "{}"), IsOk());
    return builder
        .Commit({.spec_type = "widthlab.training.v1.TrainSpec",
                 .spec_json = "{\"device_class\":\"" + device_class + "\"}",
                 .algorithm_version = "t/1"})
        ->id();
  }

  void RefuseOtherClasses() { refuse_class_ = true; }

 private:
  artifact::ArtifactStore& store_;
  const std::string bytes_;
  bool refuse_class_ = false;
};

class ReproduceTest : public testing::Test {
 protected:
  absl::StatusOr<v1::Reproduction> Again(const std::string& id, const StageMap& stages) {
    return Reproduce(*store_.Get(id), stages, store_, {.request_id = "r"}, cancel_);
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
  job::CancelToken cancel_;
};

TEST_F(ReproduceTest, FindsEqualBytes) {
  LocalStage compare(CompareStep(), store_, pool_);
  v1::PipelineStep step;
  *step.mutable_compare() = MakeArms(store_, 2);
  const auto made = compare.Run({.step = step, .cancel = cancel_});
  ASSERT_THAT(made, IsOk());
  const auto again = Again(made->artifact(), {{v1::PipelineStep::kCompare, &compare}});
  ASSERT_THAT(again, IsOk());
  EXPECT_TRUE(again->equal());
  ASSERT_EQ(again->files_size(), 1);
  EXPECT_EQ(again->files(0).name(), "comparison.json");
  EXPECT_TRUE(std::isnan(again->files(0).largest_difference()));
  EXPECT_EQ(again->device_class_note(), "same class");
}

TEST_F(ReproduceTest, NamesTheFilesThatDiffer) {
  OtherStage stage(store_, "{\"seed\":2}");
  const std::string id = stage.Make("{\"seed\":1}", "here");
  const auto again = Again(id, {{v1::PipelineStep::kTrain, &stage}});
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE(again->equal());
  EXPECT_FALSE(again->files(0).equal());
  EXPECT_NE(again->files(0).digest(), again->files(0).new_digest());
  EXPECT_TRUE(again->files(1).equal());
}

TEST_F(ReproduceTest, SaysWhenTheMachineIsOfAnotherClass) {
  OtherStage stage(store_, "{}");
  stage.RefuseOtherClasses();
  const std::string id = stage.Make("{}", "there");
  const auto again = Again(id, {{v1::PipelineStep::kTrain, &stage}});
  ASSERT_THAT(again, IsOk());
  EXPECT_TRUE(again->equal());
  EXPECT_EQ(again->device_class_note(), "made on there, made again on here");
}

TEST_F(ReproduceTest, RefusesAnImport) {
  const v1::CompareSpec arms = MakeArms(store_, 1);
  const auto run = store_.Get(arms.arms(0).runs(0));
  ASSERT_THAT(run, IsOk());
  for (const std::string& input : run->manifest().inputs()) {
    const auto artifact = store_.Get(input);
    ASSERT_THAT(artifact, IsOk());
    if (artifact->manifest().kind() != artifact::v1::ARTIFACT_KIND_TEXT) continue;
    EXPECT_THAT(StepOf(*artifact),
                StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("Verify")));
  }
}

}  // namespace
}  // namespace widthlab::pipeline
