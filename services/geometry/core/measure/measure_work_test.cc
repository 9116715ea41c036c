#include "services/geometry/core/measure/measure_work.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/artifact/digest.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/numeric/random_stream.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/core/measure/measure_testing.h"
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
std::string AddClouds(artifact::ArtifactStore& store, const Clouds& clouds) {
  std::vector<int64_t> subsample(kSubsamples * kTokens);
  for (size_t row = 0; row < subsample.size(); ++row) {
    subsample[row] = static_cast<int64_t>(row) % kSubsamples;
  }
  std::vector<tensor_io::TensorToWrite> tensors;
  for (const auto& [name, values] : clouds) {
    tensors.push_back(tensor_io::FromSpan(name, {kSubsamples * kTokens, kDimension},
                                          absl::MakeConstSpan(values)));
  }
  tensors.push_back(
      tensor_io::FromSpan("subsample", {kSubsamples * kTokens}, absl::MakeConstSpan(subsample)));
  return AddActivations(store, std::move(tensors));
}

TEST(MeasureWorkTest, MakesAProfileOfEveryLayerGeometryAndStatistic) {
  artifact::InMemoryArtifactStore store;
  const auto profile = Measure(store, AddClouds(store, RandomClouds()), 2);
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
  const auto profile = Measure(store, AddClouds(store, clouds), 1);
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
  const std::string activations = AddClouds(store, RandomClouds());
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
  const auto profile = Measure(store, AddClouds(store, RandomClouds()), 2, spec);
  ASSERT_THAT(profile, IsOk());
  EXPECT_EQ(MeasureWorkStep().algorithm_version, "geometry.MeasureWork/1");
  EXPECT_EQ(artifact::Sha256Of(spec::CanonicalJson(*profile)),
            "513740a9490cb9118550932a2696653b6ca64d00f6631fd5d171a4b453812683");
}

// A power of two: every product is exact.
TEST(MeasureWorkTest, RawWorkFollowsTheSizeOfTheStatesAndAnglesDoNot) {
  artifact::InMemoryArtifactStore store;
  const std::string activations = AddClouds(store, RandomClouds());
  v1::MeasureSpec spec;
  const auto one = Measure(store, activations, 2, spec);
  spec.set_state_factor(0.25);
  const auto quarter = Measure(store, activations, 2, spec);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(quarter, IsOk());
  for (int curve = 0; curve < one->work_size(); ++curve) {
    const double factor = one->work(curve).geometry() == v1::GEOMETRY_RAW ? 0.25 : 1;
    for (int layer = 0; layer < kLayers; ++layer) {
      const double mean = factor * one->work(curve).layers(layer).mean();
      EXPECT_NEAR(quarter->work(curve).layers(layer).mean(), mean, 1e-12 * mean)
          << curve << ", layer " << layer;
    }
  }
  spec.set_remove_norm_growth(true);
  const auto level = Measure(store, activations, 2, spec);
  ASSERT_THAT(level, IsOk());
  EXPECT_NEAR(level->work(0).layers(0).mean(), 0.25 * one->work(0).layers(0).mean(), 1e-12);
  EXPECT_GT(std::abs(level->work(0).layers(1).mean() - quarter->work(0).layers(1).mean()), 1e-3);
}

// Left at 1 and false they are no part of a request's identity: ids of before they were there stay.
TEST(MeasureWorkTest, ScalingThatChangesNothingIsNotWritten) {
  v1::MeasureSpec spec;
  spec.set_state_factor(1);
  EXPECT_EQ(spec::CanonicalJson(spec).find("state_factor"), std::string::npos);
  EXPECT_EQ(spec::CanonicalJson(spec).find("remove_norm_growth"), std::string::npos);
  spec.set_remove_norm_growth(true);
  EXPECT_NE(spec::CanonicalJson(spec).find("remove_norm_growth"), std::string::npos);
}

TEST(MeasureWorkTest, NamesTheFirstLayerAndRowThatCannotBeMeasured) {
  Clouds clouds = RandomClouds();
  clouds["ffn_out.0"][7 * kDimension + 2] = std::numeric_limits<float>::quiet_NaN();
  std::fill_n(clouds["ffn_in.1"].begin(), kDimension, 0.0f);
  artifact::InMemoryArtifactStore store;
  const auto profile = Measure(store, AddClouds(store, clouds), 2);
  EXPECT_THAT(profile, StatusIs(absl::StatusCode::kInvalidArgument,
                                testing::HasSubstr("layer 0: ffn_out.0[7][2] is nan")));
}

TEST(MeasureWorkTest, NamesAZeroRow) {
  Clouds clouds = RandomClouds();
  std::fill_n(clouds["ffn_in.1"].begin() + 4 * kDimension, kDimension, 0.0f);
  artifact::InMemoryArtifactStore store;
  EXPECT_THAT(Measure(store, AddClouds(store, clouds), 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       testing::HasSubstr("layer 1: ffn_in.1[4] is a zero row")));
}

TEST(MeasureWorkTest, StopsWhenItIsCancelled) {
  artifact::InMemoryArtifactStore store;
  const job::Step step = MeasureWorkStep();
  v1::MeasureSpec spec;
  spec.set_activations(AddClouds(store, RandomClouds()));
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

// Counts layers, and cancels once so many are done.
class CountingSink : public job::ProgressSink {
 public:
  CountingSink(job::CancelToken& cancel, int64_t cancel_at)
      : cancel_(cancel), cancel_at_(cancel_at) {}
  void Report(const job::ProgressReport& report) override {
    if (first_ < 0) first_ = report.done;
    if (report.done >= cancel_at_) cancel_.Cancel();
  }
  int64_t first() const { return first_; }

 private:
  job::CancelToken& cancel_;
  const int64_t cancel_at_;
  int64_t first_ = -1;
};

TEST(MeasureWorkTest, GoesOnAtTheLayerWhereItWasStopped) {
  artifact::InMemoryArtifactStore store;
  artifact::TemporaryFolder folder;
  const job::Step step = MeasureWorkStep();
  v1::MeasureSpec spec;
  spec.set_activations(AddClouds(store, RandomClouds()));
  spec.set_random_starts(1);
  const auto prepared = job::PrepareStep(step, spec, store);
  ASSERT_THAT(prepared, IsOk());
  numeric::ThreadPool pool(1);
  const std::string scratch = folder.path() + "/job";
  {
    job::CancelToken cancel;
    CountingSink sink(cancel, 1);
    EXPECT_THAT(job::RunStep(step, *prepared, store, pool, sink, cancel, {.scratch = scratch}),
                StatusIs(absl::StatusCode::kCancelled));
    EXPECT_EQ(sink.first(), 0);
  }
  job::CancelToken cancel;
  CountingSink sink(cancel, kLayers + 1);
  const auto resumed =
      job::RunStep(step, *prepared, store, pool, sink, cancel, {.scratch = scratch});
  ASSERT_THAT(resumed, IsOk());
  EXPECT_EQ(sink.first(), 1);
  const auto undisturbed = job::RunStep(step, *prepared, store, pool, sink, cancel,
                                        {.ignore_cache = true, .scratch = ""});
  ASSERT_THAT(undisturbed, IsOk());
  EXPECT_EQ(resumed->artifact(), undisturbed->artifact());
}

TEST(MeasureWorkTest, SurvivesBeingKilled) {
  artifact::TemporaryFolder folder;
  const std::string scratch = folder.path() + "/scratch";
  const auto run = [&](int64_t cancel_at) -> absl::StatusOr<job::v1::StepResult> {
    artifact::InMemoryArtifactStore store;
    const job::Step step = MeasureWorkStep();
    v1::MeasureSpec spec;
    spec.set_activations(AddClouds(store, RandomClouds()));
    spec.set_random_starts(1);
    const auto prepared = job::PrepareStep(step, spec, store);
    numeric::ThreadPool pool(2);
    job::CancelToken cancel;
    // In the child: dies at the first layer, without a chance to tidy up.
    class DyingSink : public job::ProgressSink {
     public:
      explicit DyingSink(int64_t at) : at_(at) {}
      void Report(const job::ProgressReport& report) override {
        if (report.done >= at_) raise(SIGKILL);
      }

     private:
      const int64_t at_;
    } sink(cancel_at);
    return job::RunStep(step, *prepared, store, pool, sink, cancel, {.scratch = scratch});
  };
  const pid_t child = fork();
  if (child == 0) {
    (void)run(1);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_TRUE(std::filesystem::exists(scratch + "/layer-0") ||
              std::filesystem::exists(scratch + "/layer-1"));
  const auto resumed = run(INT64_MAX);
  std::filesystem::remove_all(scratch);
  const auto undisturbed = run(INT64_MAX);
  ASSERT_THAT(resumed, IsOk());
  ASSERT_THAT(undisturbed, IsOk());
  EXPECT_EQ(resumed->artifact(), undisturbed->artifact());
}

TEST(MeasureWorkTest, EstimatesItsCost) {
  artifact::InMemoryArtifactStore store;
  const job::Step step = MeasureWorkStep();
  v1::MeasureSpec spec;
  spec.set_activations(AddClouds(store, RandomClouds()));
  const auto prepared = job::PrepareStep(step, spec, store);
  ASSERT_THAT(prepared, IsOk());
  const auto estimate = step.estimate(*prepared->spec, store);
  ASSERT_THAT(estimate, IsOk());
  EXPECT_GT(estimate->seconds(), 0);
  EXPECT_GT(estimate->peak_memory_bytes(), 0);
  // Metric distortion takes most of it.
  v1::MeasureSpec shift = static_cast<const v1::MeasureSpec&>(*prepared->spec);
  shift.clear_statistics();
  shift.add_statistics(v1::STATISTIC_SHIFT);
  EXPECT_LT(step.estimate(shift, store)->seconds(), estimate->seconds() / 2);
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
