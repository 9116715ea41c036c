#include "services/capture/core/diagnostics/diagnose_step.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/model/device_class.h"
#include "gmock/gmock.h"
#include "services/capture/core/sensitivity/loss_step_fixture.h"
#include "services/capture/core/sensitivity/sensitivity_step.h"

namespace widthlab::capture {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class DiagnoseStepTest : public LossStepTest {
 protected:
  DiagnoseStepTest() { Fill(spec_); }

  absl::StatusOr<job::v1::StepResult> Run(const job::StepOptions& options = {}, int threads = 2) {
    Watcher watcher;
    return RunWith(DiagnoseStep(), spec_, watcher, options, cancel_, threads);
  }

  v1::Diagnostics Read(const std::string& id) {
    return ReadMade<v1::Diagnostics>(id, artifact::v1::ARTIFACT_KIND_DIAGNOSTICS,
                                     "diagnostics.json");
  }

  v1::DiagnoseSpec spec_;
};

TEST_F(DiagnoseStepTest, MakesDiagnostics) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Diagnostics found = Read(result->artifact());
  ASSERT_EQ(found.layers_size(), 3);
  for (const v1::LayerDiagnostics& layer : found.layers()) {
    EXPECT_EQ(layer.scaled_size(), 2);
    EXPECT_EQ(layer.noise_size(), 3);
    EXPECT_EQ(layer.noise(0).values_size(), 3);
    EXPECT_GT(layer.stream().mean_norm_out(), 0);
    EXPECT_GE(layer.stream().effective_rank(), layer.stream().participation_ratio());
    EXPECT_LE(layer.stream().matrix_entropy(), std::log(16));
  }
  EXPECT_EQ(found.additivity_size(), 3);
  EXPECT_EQ(found.targets(), 5 * 63 + 4);
  EXPECT_EQ(found.eligible_tokens(), 5 * 63 + 4);
  EXPECT_EQ(found.sequence_documents(5), "long.txt");
}

TEST_F(DiagnoseStepTest, LambdaIsThatOfMeasureSensitivity) {
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Diagnostics found = Read(result->artifact());
  v1::SensitivitySpec spec;
  spec.set_model(spec_.model());
  spec.set_text(spec_.text());
  spec.set_sequences(spec_.sequences());
  spec.set_sequence_length(spec_.sequence_length());
  spec.set_batches(spec_.batches());
  spec.set_draws(1);
  Watcher watcher;
  const auto measured = RunWith(SensitivityStep(), spec, watcher, {}, cancel_);
  ASSERT_THAT(measured, IsOk());
  const auto sensitivity = ReadMade<v1::Sensitivity>(
      measured->artifact(), artifact::v1::ARTIFACT_KIND_SENSITIVITY, "sensitivity.json");
  EXPECT_EQ(found.loss(), sensitivity.loss());
  EXPECT_EQ(found.epsilons(1), sensitivity.relative_noise());
  for (int layer = 0; layer < 3; ++layer) {
    EXPECT_EQ(found.layers(layer).noise(1).SerializeAsString(),
              sensitivity.layers(layer).noise().SerializeAsString());
  }
}

TEST_F(DiagnoseStepTest, OneLayerAddsUpExactly) {
  spec_.set_model(AddModel(1));
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Diagnostics found = Read(result->artifact());
  for (const v1::Additivity& additivity : found.additivity()) {
    EXPECT_EQ(additivity.ratio(), 1);
    EXPECT_EQ(additivity.joint().SerializeAsString(), additivity.sum().SerializeAsString());
  }
  EXPECT_EQ(found.norm_growth_removed().mean(), 0);
  EXPECT_NEAR(found.layers(0).stream().lens_loss(), found.loss(), 1e-12);
  EXPECT_EQ(found.layers(0).stream().lens_agreement(), 1);
}

TEST_F(DiagnoseStepTest, TheSameRequestGivesTheSameBytesWithAnyNumberOfThreads) {
  const auto first = Run();
  ASSERT_THAT(first, IsOk());
  EXPECT_TRUE(Run()->cached());
  for (const int threads : {1, 3, 8}) {
    const auto again = Run({.ignore_cache = true}, threads);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ(again->artifact(), first->artifact()) << threads;
  }
}

TEST_F(DiagnoseStepTest, GoesOnWhereItStopped) {
  const auto whole = Run();
  ASSERT_THAT(whole, IsOk());
  for (const char* stage : {"layer 2", "all layers at once"}) {
    const artifact::TemporaryFolder scratch;
    const job::StepOptions options = {.ignore_cache = true, .scratch = scratch.path()};
    job::CancelToken stop;
    Watcher stopper(&stop, stage);
    EXPECT_THAT(RunWith(DiagnoseStep(), spec_, stopper, options, stop),
                StatusIs(absl::StatusCode::kCancelled));
    Watcher watcher;
    const auto rest = RunWith(DiagnoseStep(), spec_, watcher, options, cancel_);
    ASSERT_THAT(rest, IsOk());
    EXPECT_EQ(rest->artifact(), whole->artifact());
    EXPECT_THAT(watcher.stages, Not(Contains("layer 1")));
    EXPECT_THAT(watcher.stages, Contains(stage));
  }
}

// Other bytes than these need another version of the algorithm: change kDiagnoseVersion with them.
TEST_F(DiagnoseStepTest, BytesAreThoseOfThisVersionOnAKnownClassOfMachine) {
  const std::map<std::string, std::string> digests = {
      {"cpu-avx2-amd, LibTorch 2.15.0",
       "bbe343004d638e91c3c42d6bd50f01f2f4944de2606becbe02915d686ee11cc4"},
  };
  const std::string here = model::DeviceClass() + ", LibTorch " + model::LibTorchVersion();
  const auto known = digests.find(here);
  if (known == digests.end()) GTEST_SKIP() << "no digest is kept for " << here;
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "capture.Diagnose/1");
  EXPECT_EQ(artifact::FindFile(*artifact, "diagnostics.json")->digest(), known->second);
}

TEST_F(DiagnoseStepTest, OneBatchSaysThatItKnowsNothingOfOtherText) {
  spec_.set_batches(1);
  const auto result = Run();
  ASSERT_THAT(result, IsOk());
  const v1::Diagnostics found = Read(result->artifact());
  EXPECT_TRUE(std::isnan(found.additivity(0).low()));
  EXPECT_THAT(found.remarks(0), HasSubstr("There is one batch"));
}

TEST_F(DiagnoseStepTest, BadSpecsNameTheirField) {
  const v1::DiagnoseSpec good = spec_;
  const auto with = [&](auto change) {
    spec_ = good;
    change();
    return Run();
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const double epsilon : {0.0, -0.1, kNaN, 1e300}) {
    EXPECT_THAT(with([&] { spec_.add_epsilons(epsilon); }), FailsOnField("epsilons[0]"));
  }
  for (const double factor : {0.0, -2.0, kNaN, 1e300}) {
    EXPECT_THAT(with([&] { spec_.add_factors(factor); }), FailsOnField("factors[0]"));
  }
  EXPECT_THAT(with([&] { spec_.add_analyses("norms"); }), FailsOnField("analyses[0]"));
  EXPECT_THAT(with([&] { spec_.set_batches(4); }), FailsOnField("batches"));
  EXPECT_THAT(with([&] { spec_.set_sequences(30); }), FailsOnField("sequences"));
  EXPECT_THAT(with([&] { spec_.set_sequence_length(513); }), FailsOnField("sequence_length"));
  EXPECT_THAT(with([&] { spec_.set_skip_first(64); }), FailsOnField("skip_first"));
  // A single sequence that is left one position of its 64.
  EXPECT_THAT(with([&] {
                spec_.set_sequences(1);
                spec_.set_batches(1);
                spec_.set_skip_first(63);
              }),
              FailsOnField("skip_first"));
  EXPECT_THAT(with([&] { spec_.set_input_format("ids"); }), FailsOnField("input_format"));
  EXPECT_THAT(with([&] { spec_.set_model(spec_.text()); }), FailsOnField("model"));
  EXPECT_THAT(with([&] { spec_.set_device_class("tpu"); }), FailsOnField("device_class"));
  EXPECT_THAT(with([&] { spec_.set_model(AddModel(3, /*broken=*/true)); }),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(DiagnoseStepTest, TheEstimateGrowsWithWhatIsAsked) {
  const job::Step step = DiagnoseStep();
  const auto seconds = [&] {
    const auto prepared = job::PrepareStep(step, spec_, store_);
    EXPECT_THAT(prepared, IsOk());
    const auto estimate = step.estimate(*prepared->spec, store_);
    EXPECT_THAT(estimate, IsOk());
    EXPECT_GT(estimate->peak_memory_bytes(), 0);
    return estimate->seconds();
  };
  spec_.add_analyses("residual_stream");
  const double stream = seconds();
  spec_.add_analyses("scaling");
  const double scaling = seconds();
  spec_.add_analyses("additivity");
  EXPECT_GT(scaling, stream);
  EXPECT_GT(seconds(), scaling);
}

}  // namespace
}  // namespace widthlab::capture
