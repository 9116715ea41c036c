#include "services/training/core/train_step.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/model/device_class.h"
#include "common/model/inner_threads.h"
#include "common/model/stored_model.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const artifact::StepIdentity kImported = {.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"};

// Keeps what a step says while it runs.
class RecordingSink : public job::ProgressSink {
 public:
  void Report(const job::ProgressReport& report) override { last = report; }
  void Publish(const std::string& event) override { events.push_back(event); }

  job::ProgressReport last;
  std::vector<std::string> events;
};

class TrainStepTest : public testing::Test {
 protected:
  TrainStepTest() {
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
    for (const char* name : {"a.txt", "b.txt", "c.txt"}) {
      std::string text;
      for (int i = 0; i < 60; ++i) text += std::string(name) + " says hello; ";
      EXPECT_THAT(builder.AddFile(name, "text/plain", text), IsOk());
    }
    const auto text = builder.Commit(kImported);
    EXPECT_THAT(text, IsOk());
    spec_.set_text(text->id());
    model::v1::Architecture& a = *spec_.mutable_architecture();
    a.set_layers(2);
    a.set_hidden_size(16);
    a.set_heads(2);
    a.set_ffn_width(32);
    a.set_max_positions(64);
    spec_.set_steps(6);
    spec_.set_batch_size(4);
    spec_.set_sequence_length(32);
    spec_.set_evaluation_interval(3);
  }

  std::string AddSchedule(std::vector<int> widths) {
    schedule::v1::Schedule schedule;
    for (const int width : widths) schedule.add_ffn_widths(width);
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_SCHEDULE, 1);
    EXPECT_THAT(builder.AddFile("schedule.json", "application/json", spec::CanonicalJson(schedule)),
                IsOk());
    const auto artifact = builder.Commit(kImported);
    EXPECT_THAT(artifact, IsOk());
    return artifact->id();
  }

  absl::StatusOr<job::v1::StepResult> Run(const job::StepOptions& options = {}) {
    const job::Step step = TrainStep();
    auto prepared = job::PrepareStep(step, spec_, store_);
    if (!prepared.ok()) return prepared.status();
    return job::RunStep(step, *prepared, store_, pool_, sink_, cancel_, options);
  }

  absl::Status Prepare() { return job::PrepareStep(TrainStep(), spec_, store_).status(); }

  v1::TrainingResult ResultOf(const std::string& id) {
    const auto artifact = store_.Get(id);
    const auto json = artifact::ReadFile(store_, *artifact, "result.json");
    v1::TrainingResult result;
    EXPECT_THAT(json, IsOk());
    EXPECT_THAT(spec::ParseJson(*json, result), IsOk());
    return result;
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{2, model::UseOneInnerThread};
  RecordingSink sink_;
  job::CancelToken cancel_;
  v1::TrainSpec spec_;
};

TEST_F(TrainStepTest, MakesATrainingRun) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_FALSE(result->cached());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_TRAINING_RUN);
  EXPECT_THAT(artifact->manifest().inputs(), ElementsAre(spec_.text()));
  EXPECT_THAT(artifact->manifest().spec_json(), HasSubstr(model::DeviceClass()));

  const v1::TrainingResult run = ResultOf(result->artifact());
  EXPECT_EQ(run.metrics_size(), 6);
  EXPECT_EQ(run.tokens(), 6 * 4 * 32);
  EXPECT_EQ(run.validation_documents_size(), 1);
  EXPECT_GT(run.training_flops(), 0);
  EXPECT_TRUE(std::isfinite(run.validation_loss()));

  const auto weights = model::StoredParameters(store_, result->artifact());
  ASSERT_THAT(weights, IsOk());
  EXPECT_EQ(weights->count(), run.accounts().total_parameters());
}

TEST_F(TrainStepTest, PublishesEveryStepAndReportsTokens) {
  ASSERT_THAT(Run(), IsOk());
  ASSERT_EQ(sink_.events.size(), 6u);
  v1::TrainingMetric metric;
  ASSERT_TRUE(metric.ParseFromString(sink_.events[2]));
  EXPECT_EQ(metric.step(), 3);
  EXPECT_TRUE(metric.has_validation_loss());
  EXPECT_EQ(sink_.last.done, 6 * 4 * 32);
  EXPECT_EQ(sink_.last.total, 6 * 4 * 32);
  EXPECT_EQ(sink_.last.unit, "tokens");
}

TEST_F(TrainStepTest, AnotherRunGivesTheSameArtifact) {
  const auto first = Run();
  ASSERT_THAT(first, IsOk());
  const auto cached = Run();
  ASSERT_THAT(cached, IsOk());
  EXPECT_TRUE(cached->cached());
  const auto again = Run({.ignore_cache = true});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->artifact(), first->artifact());
}

// Other bytes than these need another version of the algorithm: change kTrainVersion with them.
TEST_F(TrainStepTest, BytesAreThoseOfThisVersionOnAKnownClassOfMachine) {
  const std::map<std::string, std::string> weights = {
      {"cpu-avx2-amd, LibTorch 2.15.0",
       "91f478017517bfa5a3f9a4ede836cdb2bbe3c41d1d54a87487815dcf86c7f875"},
  };
  const std::string here = model::DeviceClass() + ", LibTorch " + model::LibTorchVersion();
  const auto known = weights.find(here);
  if (known == weights.end()) GTEST_SKIP() << "no digest is kept for " << here;
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "training.Train/1");
  EXPECT_EQ(artifact::FindFile(*artifact, "model.safetensors")->digest(), known->second);
}

TEST_F(TrainStepTest, AScheduleGivesTheWidths) {
  spec_.set_schedule(AddSchedule({40, 24}));
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::TrainingResult run = ResultOf(result->artifact());
  EXPECT_THAT(run.architecture().ffn_widths(), ElementsAre(40, 24));
  EXPECT_EQ(run.architecture().ffn_width(), 32);
}

TEST_F(TrainStepTest, BadSpecsNameTheirField) {
  spec_.set_schedule(AddSchedule({40, 24, 24}));
  EXPECT_THAT(Prepare(), FailsOnField("schedule"));
  spec_.clear_schedule();
  spec_.set_shards(3);
  EXPECT_THAT(Prepare(), FailsOnField("batch_size"));
  spec_.clear_shards();
  spec_.set_sequence_length(65);
  EXPECT_THAT(Prepare(), FailsOnField("sequence_length"));
  spec_.set_sequence_length(32);
  spec_.mutable_architecture()->set_vocab_size(100);
  EXPECT_THAT(Prepare(), FailsOnField("architecture.vocab_size"));
  spec_.mutable_architecture()->clear_vocab_size();
  spec_.mutable_architecture()->set_heads(3);
  EXPECT_THAT(Prepare(), FailsOnField("architecture.heads"));
  spec_.mutable_architecture()->set_heads(2);
  spec_.set_device_class("cuda-sm90");
  EXPECT_THAT(Prepare(), FailsOnField("device_class"));
  spec_.clear_device_class();
  spec_.set_text(std::string(64, '0'));
  EXPECT_THAT(Prepare(), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(TrainStepTest, ACancelledStepLeavesNoArtifact) {
  cancel_.Cancel();
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kCancelled));
  const auto all = store_.List({});
  ASSERT_THAT(all, IsOk());
  EXPECT_EQ(all->artifacts.size(), 1u);
}

TEST_F(TrainStepTest, EstimatesGrowWithTheWork) {
  const job::Step step = TrainStep();
  const auto small = job::PrepareStep(step, spec_, store_);
  spec_.set_steps(600);
  const auto large = job::PrepareStep(step, spec_, store_);
  ASSERT_THAT(small, IsOk());
  ASSERT_THAT(large, IsOk());
  const auto little = job::DescribeStep(step, *small, store_);
  const auto much = job::DescribeStep(step, *large, store_);
  ASSERT_THAT(little, IsOk());
  ASSERT_THAT(much, IsOk());
  EXPECT_GT(much->estimate().seconds(), 10 * little->estimate().seconds());
  EXPECT_GT(little->estimate().artifact_bytes(), 0);
}

}  // namespace
}  // namespace widthlab::training
