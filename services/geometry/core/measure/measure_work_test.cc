#include "services/geometry/core/measure/measure_work.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/digest.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/numeric/random_stream.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/core/measure/profile_form.h"

namespace widthlab::geometry {
namespace {

constexpr int64_t kLayers = 2;
constexpr int64_t kSubsamples = 3;
constexpr int64_t kTokens = 24;  // in each
constexpr int64_t kDimension = 5;

using Clouds = std::map<std::string, std::vector<float>>;

Clouds RandomClouds() {
  Clouds clouds;
  for (int64_t layer = 0; layer < kLayers; ++layer) {
    for (const char* name : {"ffn_in.", "ffn_out."}) {
      std::vector<float>& values = clouds[name + std::to_string(layer)];
      values.resize(kSubsamples * kTokens * kDimension);
      numeric::RandomStream(1, name + std::to_string(layer))
          .FillNormal(absl::MakeSpan(values), 1.0);
    }
  }
  return clouds;
}

// An activations artifact whose subsamples are interleaved.
std::string AddActivations(artifact::ArtifactStore& store, const Clouds& clouds) {
  std::vector<int64_t> subsample(kSubsamples * kTokens);
  for (size_t row = 0; row < subsample.size(); ++row) {
    subsample[row] = static_cast<int64_t>(row) % kSubsamples;
  }
  std::vector<tensor_io::TensorSource> tensors;
  for (const auto& [name, values] : clouds) {
    tensors.push_back(tensor_io::FromSpan(name, {kSubsamples * kTokens, kDimension},
                                          absl::MakeConstSpan(values)));
  }
  tensors.push_back(
      tensor_io::FromSpan("subsample", {kSubsamples * kTokens}, absl::MakeConstSpan(subsample)));
  std::string bytes;
  EXPECT_THAT(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes), IsOk());
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_ACTIVATIONS, 1);
  EXPECT_THAT(builder.AddFile("cloud.safetensors", "application/vnd.safetensors", bytes), IsOk());
  absl::StatusOr<artifact::v1::Artifact> made =
      builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                      .spec_json = R"({"source":"test"})",
                      .algorithm_version = "test/1"});
  EXPECT_THAT(made, IsOk());
  return made->id();
}

absl::StatusOr<v1::Profile> Measure(artifact::ArtifactStore& store, const std::string& activations,
                                    int threads, v1::MeasureSpec spec = {}) {
  const job::Step step = MeasureWorkStep();
  spec.set_activations(activations);
  spec.set_random_starts(1);
  absl::StatusOr<job::PreparedStep> prepared = job::PrepareStep(step, spec, store);
  EXPECT_THAT(prepared, IsOk());
  numeric::ThreadPool pool(threads);
  job::NullProgressSink progress;
  job::CancelToken cancel;
  const auto result =
      job::RunStep(step, *prepared, store, pool, progress, cancel, {.ignore_cache = true});
  if (!result.ok()) return result.status();
  const auto made = store.Get(result->artifact());
  EXPECT_THAT(made, IsOk());
  const auto json = artifact::ReadFile(store, *made, "profile.json");
  EXPECT_THAT(json, IsOk());
  v1::Profile profile;
  EXPECT_THAT(spec::ParseJson(*json, profile), IsOk());
  return profile;
}

TEST(MeasureWorkTest, MakesAProfileOfEveryLayerGeometryAndStatistic) {
  artifact::InMemoryArtifactStore store;
  const auto profile = Measure(store, AddActivations(store, RandomClouds()), 2);
  ASSERT_THAT(profile, IsOk());
  EXPECT_EQ(profile->layers(), kLayers);
  EXPECT_EQ(profile->subsamples(), kSubsamples);
  EXPECT_EQ(profile->tokens_per_subsample(), kTokens);
  EXPECT_EQ(profile->hidden_size(), kDimension);
  ASSERT_EQ(profile->work_size(), 9);
  for (const v1::WorkCurve& curve : profile->work()) {
    ASSERT_EQ(curve.layers_size(), kLayers);
    for (const v1::Estimate& estimate : curve.layers()) {
      ASSERT_EQ(estimate.values_size(), kSubsamples);
      EXPECT_GT(estimate.mean(), 0);
      EXPECT_GT(estimate.standard_error(), 0);
    }
  }
  ASSERT_EQ(profile->dimensions_size(), 6);
  EXPECT_EQ(profile->dimensions(0).cloud(), "ffn_in");
  EXPECT_EQ(profile->dimensions(0).distinct_points(0), kTokens);
  EXPECT_NEAR(profile->dimensions(0).two_nn(0).mean(), 5, 3);
}

TEST(MeasureWorkTest, MeasuresTheRowsOfASubsample) {
  const Clouds clouds = RandomClouds();
  artifact::InMemoryArtifactStore store;
  const auto profile = Measure(store, AddActivations(store, clouds), 1);
  ASSERT_THAT(profile, IsOk());
  const std::vector<float>& x = clouds.at("ffn_in.1");
  const std::vector<float>& y = clouds.at("ffn_out.1");
  double sum = 0;
  for (int64_t row = 2; row < kSubsamples * kTokens; row += kSubsamples) {
    double squares = 0;
    for (int64_t k = row * kDimension; k < (row + 1) * kDimension; ++k) {
      squares += std::pow(double{x[k]} - double{y[k]}, 2);
    }
    sum += std::sqrt(squares);
  }
  EXPECT_EQ(profile->work(0).statistic(), v1::STATISTIC_SHIFT);
  EXPECT_NEAR(profile->work(0).layers(1).values(2), sum / kTokens, 1e-12);
}

TEST(MeasureWorkTest, GivesTheSameBitsForAnyNumberOfThreads) {
  artifact::InMemoryArtifactStore store;
  const std::string activations = AddActivations(store, RandomClouds());
  const auto one = Measure(store, activations, 1);
  ASSERT_THAT(one, IsOk());
  for (const int threads : {2, 3, 8}) {
    const auto profile = Measure(store, activations, threads);
    ASSERT_THAT(profile, IsOk());
    EXPECT_EQ(spec::CanonicalJson(*profile), spec::CanonicalJson(*one)) << threads;
  }
}

// Raw geometry alone, whose figures take nothing from the math library but square roots and log.
TEST(MeasureWorkTest, KeepsItsBytesUnlessTheAlgorithmVersionChanges) {
  artifact::InMemoryArtifactStore store;
  v1::MeasureSpec spec;
  spec.add_geometries(v1::GEOMETRY_RAW);
  const auto profile = Measure(store, AddActivations(store, RandomClouds()), 2, spec);
  ASSERT_THAT(profile, IsOk());
  EXPECT_EQ(MeasureWorkStep().algorithm_version, "geometry.MeasureWork/1");
  EXPECT_EQ(artifact::Sha256Of(spec::CanonicalJson(*profile)),
            "f47a52bea1fcab37a2f0c99480195601006a209fb604279b4238e852ac80e909");
}

TEST(MeasureWorkTest, NamesTheFirstLayerAndRowThatCannotBeMeasured) {
  Clouds clouds = RandomClouds();
  clouds["ffn_out.0"][7 * kDimension + 2] = std::numeric_limits<float>::quiet_NaN();
  std::fill_n(clouds["ffn_in.1"].begin(), kDimension, 0.0f);
  artifact::InMemoryArtifactStore store;
  const auto profile = Measure(store, AddActivations(store, clouds), 2);
  EXPECT_THAT(profile, StatusIs(absl::StatusCode::kInvalidArgument,
                                testing::HasSubstr("layer 0: ffn_out.0[7][2] is nan")));
}

TEST(MeasureWorkTest, NamesAZeroRow) {
  Clouds clouds = RandomClouds();
  std::fill_n(clouds["ffn_in.1"].begin() + 4 * kDimension, kDimension, 0.0f);
  artifact::InMemoryArtifactStore store;
  EXPECT_THAT(Measure(store, AddActivations(store, clouds), 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       testing::HasSubstr("layer 1: ffn_in.1[4] is a zero row")));
}

TEST(MeasureWorkTest, StopsWhenItIsCancelled) {
  artifact::InMemoryArtifactStore store;
  const job::Step step = MeasureWorkStep();
  v1::MeasureSpec spec;
  spec.set_activations(AddActivations(store, RandomClouds()));
  const auto prepared = job::PrepareStep(step, spec, store);
  ASSERT_THAT(prepared, IsOk());
  numeric::ThreadPool pool(2);
  job::CancelToken cancel;
  // Cancels as soon as the first progress is reported.
  class CancellingSink : public job::ProgressSink {
   public:
    explicit CancellingSink(job::CancelToken& cancel) : cancel_(cancel) {}
    void Report(const job::ProgressReport&) override { cancel_.Cancel(); }

   private:
    job::CancelToken& cancel_;
  } sink(cancel);
  EXPECT_THAT(job::RunStep(step, *prepared, store, pool, sink, cancel),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(MeasureWorkTest, EstimatesItsCost) {
  artifact::InMemoryArtifactStore store;
  const job::Step step = MeasureWorkStep();
  v1::MeasureSpec spec;
  spec.set_activations(AddActivations(store, RandomClouds()));
  const auto prepared = job::PrepareStep(step, spec, store);
  ASSERT_THAT(prepared, IsOk());
  const auto estimate = step.estimate(*prepared->spec, store);
  ASSERT_THAT(estimate, IsOk());
  EXPECT_GT(estimate->seconds(), 0);
  EXPECT_GT(estimate->peak_memory_bytes(), 0);
}

TEST(ProfileFormTest, LeavesUndefinedValuesOutOfTheMean) {
  const v1::Estimate some =
      EstimateOf({{2, ""}, DimensionEstimate::Undefined("collinear"), {4, ""}});
  EXPECT_EQ(some.mean(), 3);
  EXPECT_EQ(some.undefined_reason(), "");
  EXPECT_TRUE(std::isnan(some.values(1)));
  const v1::Estimate none = EstimateOf({DimensionEstimate::Undefined("collinear")});
  EXPECT_TRUE(std::isnan(none.mean()));
  EXPECT_EQ(none.undefined_reason(), "collinear");
}

}  // namespace
}  // namespace widthlab::geometry
