#include "services/capture/core/sensitivity/sensitivity_step.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/model/compute_device.h"
#include "common/model/device_class.h"
#include "gmock/gmock.h"
#include "services/capture/core/sensitivity/loss_step_fixture.h"

namespace widthlab::capture {
namespace {

using ::testing::HasSubstr;

class SensitivityStepTest : public LossStepTest {
 protected:
  SensitivityStepTest() { Fill(spec_); }

  absl::StatusOr<job::v1::StepResult> Run(const job::StepOptions& options = {}, int threads = 2) {
    Watcher watcher;
    return RunWith(SensitivityStep(), spec_, watcher, options, cancel_, threads);
  }

  v1::Sensitivity Read(const std::string& id) {
    return ReadMade<v1::Sensitivity>(id, artifact::v1::ARTIFACT_KIND_SENSITIVITY,
                                     "sensitivity.json");
  }

  v1::SensitivitySpec spec_;
};

TEST_F(SensitivityStepTest, MakesASensitivity) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Sensitivity sensitivity = Read(result->artifact());
  ASSERT_EQ(sensitivity.layers_size(), 3);
  for (const v1::LayerSensitivity& layer : sensitivity.layers()) {
    EXPECT_EQ(layer.noise().values_size(), 3);
    EXPECT_EQ(layer.noise().draw_values_size(), 6);
    EXPECT_EQ(layer.ablation().values_size(), 3);
    EXPECT_TRUE(std::isfinite(layer.noise().mean()));
    EXPECT_GT(layer.noise().standard_error(), 0);
  }
  EXPECT_EQ(sensitivity.relative_noise(), 0.1);
  // One of the sequences is the text's last piece, of five tokens.
  EXPECT_EQ(sensitivity.targets(), 5 * 63 + 4);
  EXPECT_EQ(sensitivity.tokens_per_batch(), 128);
  EXPECT_NEAR(sensitivity.loss(), std::log(257), 0.5);
  EXPECT_EQ(sensitivity.sequence_documents(5), "long.txt");
}

TEST_F(SensitivityStepTest, TheSameRequestGivesTheSameBytesWithAnyNumberOfThreads) {
  const auto first = Run();
  ASSERT_THAT(first, IsOk());
  EXPECT_TRUE(Run()->cached());
  for (const int threads : {1, 3, 8}) {
    const auto again = Run({.ignore_cache = true}, threads);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ(again->artifact(), first->artifact()) << threads;
  }
}

TEST_F(SensitivityStepTest, GoesOnAtTheLayerWhereItStopped) {
  const auto whole = Run();
  ASSERT_THAT(whole, IsOk());
  const artifact::TemporaryFolder scratch;
  const job::StepOptions options = {.ignore_cache = true, .scratch = scratch.path()};
  Watcher stopper(&cancel_, "layer 2");
  EXPECT_THAT(RunWith(SensitivityStep(), spec_, stopper, options, cancel_),
              StatusIs(absl::StatusCode::kCancelled));
  const job::CancelToken fresh;
  Watcher watcher;
  const auto rest = RunWith(SensitivityStep(), spec_, watcher, options, fresh);
  ASSERT_THAT(rest, IsOk());
  EXPECT_EQ(rest->artifact(), whole->artifact());
  EXPECT_THAT(watcher.stages, testing::Not(testing::Contains("layer 1")));
  EXPECT_THAT(watcher.stages, testing::Contains("layer 2"));
}

// Other bytes than these need another version of the algorithm: change kSensitivityVersion with
// them.
TEST_F(SensitivityStepTest, BytesAreThoseOfThisVersionOnAKnownClassOfMachine) {
  const std::map<std::string, std::string> digests = {
      {"cpu-avx2-amd, LibTorch 2.15.0",
       "c63e254f5235f374efdf1f63b87b4da67b630fd42cb2ae1f79dcab0aa5d9b9f1"},
  };
  const std::string here = model::DeviceClass() + ", LibTorch " + model::LibTorchVersion();
  const auto known = digests.find(here);
  if (known == digests.end()) GTEST_SKIP() << "no digest is kept for " << here;
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "capture.MeasureSensitivity/1");
  EXPECT_EQ(artifact::FindFile(*artifact, "sensitivity.json")->digest(), known->second);
}

TEST_F(SensitivityStepTest, SomeLayersOnlyAreSaidToBeSome) {
  const auto all = Run();
  ASSERT_THAT(all, IsOk());
  spec_.add_layers(2);
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Sensitivity some = Read(result->artifact());
  EXPECT_FALSE(some.layers(0).has_noise());
  EXPECT_EQ(some.layers(2).SerializeAsString(),
            Read(all->artifact()).layers(2).SerializeAsString());
  EXPECT_THAT(some.remarks(0), HasSubstr("Only 1 of 3 layers"));
}

TEST_F(SensitivityStepTest, AModelOfOneLayerHasASensitivity) {
  spec_.set_model(AddModel(1));
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_TRUE(std::isfinite(Read(result->artifact()).layers(0).noise().mean()));
}

TEST_F(SensitivityStepTest, TokenIdsTakeThePlaceOfText) {
  spec_.set_text(AddText("ids.json", R"({"input_ids": [[1, 2, 3], [4, 5], [6, 7, 8, 9]]})"));
  spec_.set_input_format("token_ids");
  spec_.set_sequences(3);
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(Read(result->artifact()).targets(), 6);
}

TEST_F(SensitivityStepTest, BadSpecsNameTheirField) {
  const v1::SensitivitySpec good = spec_;
  const auto with = [&](auto change) {
    spec_ = good;
    change();
    return Run();
  };
  EXPECT_THAT(with([&] { spec_.set_epsilon(0); }), FailsOnField("epsilon"));
  EXPECT_THAT(with([&] { spec_.set_epsilon(-0.1); }), FailsOnField("epsilon"));
  EXPECT_THAT(with([&] { spec_.set_epsilon(std::nan("")); }), FailsOnField("epsilon"));
  EXPECT_THAT(with([&] { spec_.set_epsilon(1e300); }), FailsOnField("epsilon"));
  EXPECT_THAT(with([&] { spec_.set_batches(4); }), FailsOnField("batches"));
  EXPECT_THAT(with([&] { spec_.set_sequence_length(513); }), FailsOnField("sequence_length"));
  EXPECT_THAT(with([&] { spec_.set_sequences(30); }), FailsOnField("sequences"));
  EXPECT_THAT(with([&] { spec_.add_layers(3); }), FailsOnField("layers[0]"));
  EXPECT_THAT(with([&] { spec_.add_layers(-1); }), FailsOnField("layers[0]"));
  EXPECT_THAT(with([&] { spec_.set_input_format("ids"); }), FailsOnField("input_format"));
  EXPECT_THAT(with([&] { spec_.set_model(spec_.text()); }), FailsOnField("model"));
  EXPECT_THAT(with([&] { spec_.set_device_class("tpu"); }), FailsOnField("device_class"));
  EXPECT_THAT(with([&] { spec_.set_model(AddModel(3, /*broken=*/true)); }),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(SensitivityStepTest, AnotherDeviceGivesTheSameToRounding) {
  const auto device = model::ComputeDevice::TensorsOnHostForTesting();
  Watcher watcher;
  const auto one = Run();
  const auto other = RunWith(SensitivityStep(device), spec_, watcher, {}, cancel_);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(other, IsOk());
  EXPECT_NE(other->artifact(), one->artifact());
  const v1::Sensitivity wanted = Read(one->artifact()), got = Read(other->artifact());
  EXPECT_NEAR(got.loss(), wanted.loss(), 1e-6);
  for (int layer = 0; layer < 3; ++layer) {
    EXPECT_NEAR(got.layers(layer).ablation().mean(), wanted.layers(layer).ablation().mean(), 1e-5);
  }
  spec_.set_device_class(model::DeviceClass());
  EXPECT_THAT(RunWith(SensitivityStep(device), spec_, watcher, {}, cancel_),
              FailsOnField("device_class"));
}

TEST_F(SensitivityStepTest, TheEstimateGrowsWithDraws) {
  const job::Step step = SensitivityStep();
  const auto seconds = [&] {
    const auto prepared = job::PrepareStep(step, spec_, store_);
    EXPECT_THAT(prepared, IsOk());
    const auto estimate = step.estimate(*prepared->spec, store_);
    EXPECT_THAT(estimate, IsOk());
    EXPECT_GT(estimate->peak_memory_bytes(), 0);
    return estimate->seconds();
  };
  spec_.set_draws(2);
  const double two = seconds();
  spec_.set_draws(4);
  EXPECT_GT(seconds(), 1.5 * two);
}

}  // namespace
}  // namespace widthlab::capture
