#include "services/orchestrator/core/diagnostics/correlate_step.h"

#include <cmath>
#include <string>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_measurements.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CorrelateStepTest : public testing::Test {
 protected:
  absl::StatusOr<job::v1::StepResult> Run(const v1::CorrelateSpec& spec, int threads = 1) {
    numeric::ThreadPool pool(threads);
    const job::Step step = CorrelateStep();
    const auto prepared = job::PrepareStep(step, spec, store_);
    if (!prepared.ok()) return prepared.status();
    job::NullProgressSink progress;
    return job::RunStep(step, *prepared, store_, pool, progress, cancel_, {.ignore_cache = true});
  }

  v1::Correlations Correlations(const v1::CorrelateSpec& spec) {
    v1::Correlations correlations;
    const auto result = Run(spec);
    EXPECT_THAT(result, IsOk());
    if (!result.ok()) return correlations;
    const auto artifact = store_.Get(result->artifact());
    EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_DIAGNOSTICS);
    const auto json = artifact::ReadFile(store_, *artifact, "correlations.json");
    EXPECT_THAT(json, IsOk());
    EXPECT_THAT(spec::ParseJson(*json, correlations), IsOk());
    return correlations;
  }

  v1::CorrelateSpec OneModel() {
    v1::CorrelateSpec spec;
    *spec.add_models() = MakeMeasurements(store_, {});
    spec.set_permutations(99);
    spec.set_bootstrap_draws(100);
    return spec;
  }

  v1::CorrelateSpec TwoModels() {
    v1::CorrelateSpec spec = OneModel();
    *spec.add_models() = MakeMeasurements(store_, {.name = "deeper", .layers = 11});
    return spec;
  }

  artifact::InMemoryArtifactStore store_;
  job::CancelToken cancel_;
};

TEST_F(CorrelateStepTest, SetsEveryStatisticAgainstWhatThereIs) {
  const v1::Correlations correlations = Correlations(OneModel());
  ASSERT_EQ(correlations.models_size(), 1);
  const v1::ModelCorrelations& model = correlations.models(0);
  EXPECT_EQ(model.name(), "model");
  EXPECT_EQ(model.layers(), 6);
  EXPECT_THAT(model.mean_norm(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(model.sensitivity(), ElementsAre(1, 0, 1, 4, 9, 16));
  EXPECT_THAT(model.ablation(), ElementsAre(6, 5, 4, 3, 2, 1));
  ASSERT_EQ(model.correlations_size(), 6);
  const auto& shift = model.correlations();
  EXPECT_EQ(shift[0].against(), "lambda");
  // Ranks of lambda: 2.5, 1, 2.5, 4, 5, 6. Sums of squares 17.5 and 17, of products 15.5.
  EXPECT_NEAR(shift[0].spearman().coefficient(), 15.5 / std::sqrt(17.5 * 17), 1e-15);
  EXPECT_EQ(shift[1].against(), "ablation");
  EXPECT_DOUBLE_EQ(shift[1].spearman().coefficient(), -1);
  EXPECT_DOUBLE_EQ(shift[1].spearman().p(), 2.0 / 720);
  // Both are straight lines.
  EXPECT_TRUE(std::isnan(shift[1].spearman_of_differences().coefficient()));
  EXPECT_EQ(shift[2].against(), "norm");
  EXPECT_DOUBLE_EQ(shift[2].pearson().coefficient(), 1);
  EXPECT_EQ(shift[3].profile(), "hyperbolic/topological_change");
  EXPECT_EQ(correlations.transfers_size(), 0);
  EXPECT_EQ(correlations.permutations(), 99);
  EXPECT_THAT(correlations.remarks(),
              ElementsAre(HasSubstr("lambda is not significantly above 0 in 1 of 6 layers (1)")));
}

TEST_F(CorrelateStepTest, LeavesOutWhatThereIsNot) {
  v1::CorrelateSpec spec = OneModel();
  spec.mutable_models(0)->clear_activations();
  spec.mutable_models(0)->clear_sensitivity();
  const v1::Correlations correlations = Correlations(spec);
  EXPECT_EQ(correlations.models(0).correlations_size(), 0);
  EXPECT_EQ(correlations.models(0).mean_norm_size(), 0);
  EXPECT_EQ(correlations.models(0).sensitivity_size(), 0);
}

TEST_F(CorrelateStepTest, SaysHowStatisticsFollowTheScale) {
  v1::CorrelateSpec spec = OneModel();
  spec.mutable_models(0)->add_scaled_profiles(MakeScaledProfile(store_, spec.models(0), 0.5));
  const v1::Correlations correlations = Correlations(spec);
  ASSERT_EQ(correlations.models(0).scaled_size(), 1);
  const v1::ScaledProfile& scaled = correlations.models(0).scaled(0);
  EXPECT_EQ(scaled.state_factor(), 0.5);
  EXPECT_FALSE(scaled.norm_growth_removed());
  ASSERT_EQ(scaled.statistics_size(), 2);
  EXPECT_EQ(scaled.statistics(0).profile(), "raw/shift");
  EXPECT_NEAR(scaled.statistics(0).exponent(), 1, 1e-15);
  EXPECT_EQ(scaled.statistics(1).exponent(), 0);
  EXPECT_DOUBLE_EQ(scaled.statistics(0).with_norm().spearman().coefficient(), 1);
  EXPECT_EQ(scaled.statistics(0).with_norm().against(), "norm");
  EXPECT_DOUBLE_EQ(scaled.statistics(1).with_unscaled().pearson().coefficient(), 1);
  EXPECT_EQ(scaled.statistics(1).with_unscaled().against(), "unscaled");
}

TEST_F(CorrelateStepTest, ComparesModelsAtEqualRelativeDepth) {
  const v1::Correlations correlations = Correlations(TwoModels());
  ASSERT_EQ(correlations.transfers_size(), 1);
  const v1::Transfer& transfer = correlations.transfers(0);
  EXPECT_EQ(transfer.first(), "model");
  EXPECT_EQ(transfer.second(), "deeper");
  EXPECT_EQ(transfer.points(), 6);
  ASSERT_EQ(transfer.profiles_size(), 4);
  EXPECT_EQ(transfer.profiles(0).profile(), "raw/shift");
  EXPECT_EQ(transfer.profiles(0).against(), "deeper");
  EXPECT_DOUBLE_EQ(transfer.profiles(0).pearson().coefficient(), 1);
  EXPECT_EQ(transfer.profiles(2).profile(), "lambda");
  // The deeper model's lambda at layers 0, 2, …, 10: 1, 1, 9, 25, 49, 81, of ranks 1.5, 1.5, 3, 4,
  // 5, 6 against 2.5, 1, 2.5, 4, 5, 6.
  EXPECT_NEAR(transfer.profiles(2).spearman().coefficient(), 16.25 / 17, 1e-15);
  EXPECT_EQ(transfer.profiles(3).profile(), "ablation");
}

TEST_F(CorrelateStepTest, HasTheSameBytesForAnyNumberOfThreads) {
  const v1::CorrelateSpec spec = TwoModels();
  const auto one = Run(spec, 1);
  const auto four = Run(spec, 4);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(four, IsOk());
  EXPECT_EQ(one->artifact(), four->artifact());
}

// When this digest changes, so must the algorithm version in correlate_step.cc.
TEST_F(CorrelateStepTest, HasTheBytesOfItsAlgorithmVersion) {
  v1::CorrelateSpec spec = TwoModels();
  spec.mutable_models(0)->add_scaled_profiles(MakeScaledProfile(store_, spec.models(0), 2));
  const auto result = Run(spec);
  ASSERT_THAT(result, IsOk());
  const auto artifact = store_.Get(result->artifact());
  EXPECT_EQ(artifact->manifest().algorithm_version(), "pipeline.Correlate/1");
  EXPECT_EQ(artifact->manifest().files(0).digest(),
            "2aafb1e3f973dff639d50cc0c953b0aa9b4624705985a71c9ccb2c2908605144");
}

TEST_F(CorrelateStepTest, SaysThatFewLayersCannotShowAnything) {
  v1::CorrelateSpec spec;
  *spec.add_models() = MakeMeasurements(store_, {.layers = 2});
  const v1::Correlations correlations = Correlations(spec);
  EXPECT_THAT(correlations.remarks(0), HasSubstr("model has 2 layers"));
  for (const v1::ProfileCorrelation& one : correlations.models(0).correlations()) {
    EXPECT_TRUE(std::isnan(one.spearman().coefficient()));
    EXPECT_EQ(one.spearman().undefined_reason(), "needs 3 pairs of numbers, has 2");
  }
}

TEST_F(CorrelateStepTest, RefusesWhatBelongsToAnotherModel) {
  const v1::CorrelateSpec spec = TwoModels();
  v1::CorrelateSpec changed = spec;
  changed.mutable_models(0)->set_sensitivity(spec.models(1).sensitivity());
  EXPECT_THAT(Run(changed), FailsOnField("models[0].sensitivity"));
  changed = spec;
  changed.mutable_models(1)->set_activations(spec.models(0).activations());
  EXPECT_THAT(Run(changed), FailsOnField("models[1].activations"));
  changed = spec;
  changed.mutable_models(0)->add_scaled_profiles(MakeScaledProfile(store_, spec.models(1), 2));
  EXPECT_THAT(Run(changed), FailsOnField("models[0].scaled_profiles[0]"));
}

TEST_F(CorrelateStepTest, RefusesProfilesInEachOthersPlace) {
  v1::CorrelateSpec spec = OneModel();
  spec.mutable_models(0)->add_scaled_profiles(spec.models(0).profile());
  EXPECT_THAT(Run(spec), FailsOnField("models[0].scaled_profiles[0]"));
  spec = OneModel();
  spec.mutable_models(0)->set_profile(MakeScaledProfile(store_, spec.models(0), 2));
  EXPECT_THAT(Run(spec), FailsOnField("models[0].profile"));
}

TEST_F(CorrelateStepTest, RefusesTwoModelsOfOneName) {
  v1::CorrelateSpec spec = TwoModels();
  spec.mutable_models(1)->set_name("model");
  EXPECT_THAT(Run(spec), FailsOnField("models[1].name"));
}

TEST_F(CorrelateStepTest, NamesTheModelWhoseCloudHasTooFewLayers) {
  v1::CorrelateSpec spec = OneModel();
  // Blobs can be damaged, manifests not: the cloud's bytes are those of another one.
  const auto activations = store_.Get(spec.models(0).activations());
  ASSERT_THAT(activations, IsOk());
  store_.memory().Put(activations->manifest().files(0).digest(), "damaged");
  const auto result = Run(spec);
  EXPECT_THAT(result.status().message(), HasSubstr("models[0].activations"));
}

TEST_F(CorrelateStepTest, StopsWhenItIsCancelled) {
  cancel_.Cancel();
  EXPECT_THAT(Run(OneModel()), StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::pipeline
