#include "services/capture/core/capture_step.h"

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/model/compute_device.h"
#include "common/model/device_class.h"
#include "common/model/inner_threads.h"
#include "common/model/stored_model.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/inspect_model.h"

namespace widthlab::capture {
namespace {

using ::testing::HasSubstr;

const artifact::StepIdentity kImported = {.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"};

class CaptureStepTest : public testing::Test {
 protected:
  CaptureStepTest() {
    artifact::ArtifactBuilder text(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
    EXPECT_THAT(text.AddFile("long.txt", "text/plain", std::string(900, 'x')), IsOk());
    const auto text_artifact = text.Commit(kImported);
    EXPECT_THAT(text_artifact, IsOk());
    spec_.set_text(text_artifact->id());

    auto weights = model::Parameters::Create(architecture::UniformArchitecture(
        {.vocab_size = 257, .hidden_size = 16, .layers = 2, .heads = 2, .ffn_width = 32}));
    EXPECT_THAT(weights, IsOk());
    weights->Initialise(1);
    artifact::ArtifactBuilder model(store_, artifact::v1::ARTIFACT_KIND_TRAINING_RUN, 1);
    EXPECT_THAT(model::AddCheckpoint(*weights, store_, model), IsOk());
    const auto model_artifact = model.Commit(kImported);
    EXPECT_THAT(model_artifact, IsOk());
    spec_.set_model(model_artifact->id());
    spec_.set_sequences(4);
    spec_.set_sequence_length(64);
    spec_.set_subsamples(2);
    spec_.set_tokens_per_subsample(10);
  }

  absl::StatusOr<job::v1::StepResult> Run(const job::StepOptions& options = {},
                                          const model::ComputeDevice& device = {}) {
    const job::Step step = CaptureStep(device);
    auto prepared = job::PrepareStep(step, spec_, store_);
    if (!prepared.ok()) return prepared.status();
    job::NullProgressSink progress;
    return job::RunStep(step, *prepared, store_, pool_, progress, cancel_, options);
  }

  // Of the last layer [20, 16].
  std::vector<float> FfnOut(const std::string& artifact) {
    const auto cloud = artifact::FilePath(store_, *store_.Get(artifact), "cloud.safetensors");
    EXPECT_THAT(cloud, IsOk());
    const auto file = tensor_io::SafetensorsFile::Open(*cloud);
    EXPECT_THAT(file, IsOk());
    const auto view = file->Tensor("ffn_out.1");
    EXPECT_THAT(view, IsOk());
    std::vector<float> values(static_cast<size_t>(view->info->element_count()));
    EXPECT_THAT(view->CopyTo(absl::MakeSpan(values)), IsOk());
    return values;
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{2, model::UseOneInnerThread};
  job::CancelToken cancel_;
  v1::CaptureSpec spec_;
};

TEST_F(CaptureStepTest, MakesActivations) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_ACTIVATIONS);
  EXPECT_EQ(artifact->manifest().inputs_size(), 2);
  const auto json = artifact::ReadFile(store_, *artifact, "summary.json");
  ASSERT_THAT(json, IsOk());
  v1::ActivationsSummary summary;
  ASSERT_THAT(spec::ParseJson(*json, summary), IsOk());
  EXPECT_EQ(summary.sequences(), 4);
  EXPECT_EQ(summary.sequence_documents(0), "long.txt");
  const auto cloud = artifact::FilePath(store_, *artifact, "cloud.safetensors");
  ASSERT_THAT(cloud, IsOk());
  const auto file = tensor_io::SafetensorsFile::Open(*cloud);
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->tensors().at("ffn_out.1").ShapeText(), "[20, 16]");
}

TEST_F(CaptureStepTest, TheSameRequestGivesTheSameBytes) {
  const auto first = Run();
  ASSERT_THAT(first, IsOk());
  EXPECT_TRUE(Run()->cached());
  const auto again = Run({.ignore_cache = true});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->artifact(), first->artifact());
}

// Other bytes than these need another version of the algorithm: change kCaptureVersion with them.
TEST_F(CaptureStepTest, BytesAreThoseOfThisVersionOnAKnownClassOfMachine) {
  const std::map<std::string, std::string> clouds = {
      {"cpu-avx2-amd, LibTorch 2.15.0",
       "eaddf671797b0b999b8a81e3405eac25a99e607543267980dadac5b72b690a04"},
  };
  const std::string here = model::DeviceClass() + ", LibTorch " + model::LibTorchVersion();
  const auto known = clouds.find(here);
  if (known == clouds.end()) GTEST_SKIP() << "no digest is kept for " << here;
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "capture.CaptureActivations/2");
  EXPECT_EQ(artifact::FindFile(*artifact, "cloud.safetensors")->digest(), known->second);
}

TEST_F(CaptureStepTest, AnotherDeviceGivesTheSameCloudToRoundingUnderAClassOfItsOwn) {
  const auto device = model::ComputeDevice::TensorsOnHostForTesting();
  const auto one = Run(), other = Run({}, device);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(other, IsOk());
  EXPECT_FALSE(other->cached());
  EXPECT_NE(other->artifact(), one->artifact());
  EXPECT_THAT(store_.Get(other->artifact())->manifest().spec_json(),
              HasSubstr("\"" + device.device_class() + "\""));
  const std::vector<float> wanted = FfnOut(one->artifact()), got = FfnOut(other->artifact());
  ASSERT_EQ(got.size(), 20u * 16u);
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], wanted[i], 1e-5) << i;
  // A spec that asks for the bytes of another class is not run.
  spec_.set_device_class(model::DeviceClass());
  EXPECT_THAT(Run(), IsOk());
  EXPECT_THAT(Run({}, device), FailsOnField("device_class"));
}

TEST_F(CaptureStepTest, BadSpecsNameTheirField) {
  spec_.set_sequence_length(513);
  EXPECT_THAT(Run(), FailsOnField("sequence_length"));
  spec_.set_sequence_length(64);
  spec_.set_skip_first(64);
  EXPECT_THAT(Run(), FailsOnField("skip_first"));
  spec_.clear_skip_first();
  spec_.set_sequences(16);
  EXPECT_THAT(Run(), FailsOnField("sequences"));
  spec_.set_sequences(4);
  spec_.set_tokens_per_subsample(1000);
  EXPECT_THAT(Run(), FailsOnField("tokens_per_subsample"));
  spec_.set_tokens_per_subsample(10);
  spec_.set_model(spec_.text());
  EXPECT_THAT(Run(), FailsOnField("model"));
}

TEST_F(CaptureStepTest, InspectionAgreesWithTheCheckpoint) {
  const auto facts = InspectStored(store_, spec_.model());
  ASSERT_THAT(facts, IsOk());
  EXPECT_EQ(facts->architecture.layers, 2);
  EXPECT_EQ(facts->dtype, "F32");
  EXPECT_EQ(facts->tensors, 20);
  EXPECT_EQ(facts->tokenizer, "byte");
  EXPECT_TRUE(facts->difference.missing.empty());
  EXPECT_TRUE(facts->difference.unexpected.empty());
}

TEST(InspectFolderTest, DamageIsToldFromAbsence) {
  const artifact::TemporaryFolder folder;
  EXPECT_THAT(InspectFolder(folder.path()), StatusIs(absl::StatusCode::kNotFound));
  std::ofstream(folder.path() + "/model.safetensors") << "too short";
  std::ofstream(folder.path() + "/config.json") << "{\"model_type\": \"widthlab\"";
  EXPECT_THAT(InspectFolder(folder.path()),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("config.json")));
  std::ofstream(folder.path() + "/config.json") << "{\"model_type\": \"bert\"}";
  EXPECT_THAT(InspectFolder(folder.path()), FailsOnField("model_type"));
}

}  // namespace
}  // namespace widthlab::capture
