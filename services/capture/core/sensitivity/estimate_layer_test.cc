#include "services/capture/core/sensitivity/estimate_layer.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/sensitivity/relative_noise.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kWidth = 6, kRows = 5;

// L(u) = 3 + mean over rows of g.u + u'Hu / 2, with a diagonal H. Noise of length epsilon |u| has
// (L+ + L-) / 2 - L0 = epsilon^2 mean |u|^2 z'Hz / (2 |z|^2), and the mean of z'Hz / |z|^2 over
// directions is tr(H) / d: so lambda = mean |u|^2 tr(H) / (2 d).
class QuadraticLoss : public ChangedLoss {
 public:
  QuadraticLoss(uint64_t seed, int64_t batches, double curvature = 1) : seed_(seed) {
    for (int64_t i = 0; i < kWidth; ++i) h_.push_back(curvature * static_cast<double>(i + 1));
    numeric::RandomStream stream(seed, "updates");
    for (int64_t b = 0; b < batches; ++b) {
      std::vector<float> update(kRows * kWidth);
      stream.FillNormal(absl::MakeSpan(update), /*stddev=*/1);
      base_.push_back(Value(update));
      updates_.push_back(update);
    }
  }

  absl::Span<const double> base() const override { return base_; }

  absl::Status Losses(int64_t layer, absl::Span<const Change> changes,
                      absl::Span<double> losses) override {
    for (size_t c = 0; c < changes.size(); ++c) {
      for (size_t b = 0; b < updates_.size(); ++b) {
        std::vector<float> update(updates_[b].size());
        if (!changes[c].removed) {
          AddRelativeNoise({seed_, layer, static_cast<int64_t>(b), changes[c].draw},
                           changes[c].factor, kWidth, 0, updates_[b], updates_[b],
                           absl::MakeSpan(update));
        }
        losses[c * updates_.size() + b] = Value(update);
      }
    }
    return absl::OkStatus();
  }

  // Of this batch's text, over all noise.
  double LambdaOf(size_t b) const {
    double squares = 0;
    for (const float u : updates_[b]) squares += double{u} * double{u};
    return squares / kRows * Trace() / (2 * kWidth);
  }
  // Over all text: E |u|^2 = d.
  double Lambda() const { return Trace() / 2; }

 private:
  double Trace() const {
    double sum = 0;
    for (const double h : h_) sum += h;
    return sum;
  }
  double Value(const std::vector<float>& update) const {
    double sum = 0;
    for (size_t i = 0; i < update.size(); ++i) {
      const double u = update[i];
      sum += 40 * u + h_[i % kWidth] * u * u / 2;
    }
    return 3 + sum / kRows;
  }

  uint64_t seed_;
  std::vector<double> h_, base_;
  std::vector<std::vector<float>> updates_;
};

// In how many of 200 seeds the interval holds what it should. About 190; 3 standard deviations of a
// binomial are 9.
int Covered(int64_t batches, int64_t draws, bool of_batch) {
  int covered = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    QuadraticLoss loss(seed, batches);
    const auto layer = EstimateLayer(loss, 2, {.draws = draws, .epsilon = 0.1, .ablation = false});
    EXPECT_THAT(layer, IsOk());
    const double truth = of_batch ? loss.LambdaOf(0) : loss.Lambda();
    if (layer->noise().low() <= truth && truth <= layer->noise().high()) ++covered;
  }
  return covered;
}

TEST(EstimateLayerTest, TheIntervalHoldsLambdaOfAllTextAsOftenAsItSays) {
  const int covered = Covered(/*batches=*/12, /*draws=*/3, /*of_batch=*/false);
  EXPECT_GE(covered, 181);
  EXPECT_LE(covered, 199);
}

TEST(EstimateLayerTest, TheIntervalOfOneBatchHoldsTheLambdaOfItsText) {
  const int covered = Covered(/*batches=*/1, /*draws=*/16, /*of_batch=*/true);
  EXPECT_GE(covered, 181);
  EXPECT_LE(covered, 199);
}

TEST(EstimateLayerTest, LambdaDoesNotDependOnEpsilonWhereTheLossIsQuadratic) {
  QuadraticLoss loss(7, 2);
  const auto small = EstimateLayer(loss, 0, {.draws = 1, .epsilon = 0.01, .ablation = false});
  const auto large = EstimateLayer(loss, 0, {.draws = 1, .epsilon = 1, .ablation = false});
  ASSERT_THAT(small, IsOk());
  ASSERT_THAT(large, IsOk());
  // float32 holds the noise: its rounding, times the first-order term, over epsilon^2.
  EXPECT_NEAR(small->noise().mean(), large->noise().mean(), 0.05);
  EXPECT_FALSE(small->has_ablation());
}

TEST(EstimateLayerTest, AblationIsTheLossWithoutTheUpdateLessTheLoss) {
  QuadraticLoss loss(3, 2);
  const auto layer = EstimateLayer(loss, 0, {.draws = 2, .epsilon = 0.1, .ablation = true});
  ASSERT_THAT(layer, IsOk());
  EXPECT_THAT(layer->ablation().values(), ElementsAre(3 - loss.base()[0], 3 - loss.base()[1]));
  EXPECT_EQ(layer->noise().draw_values_size(), 4);
  EXPECT_EQ(layer->noise().values_size(), 2);
}

TEST(SummariseRiseTest, UnitsAreBatchesAndOfOneBatchDraws) {
  // Batches (1, 3) and (5, 7): means 2 and 6, mean 4, standard error 2, t(0.975, 1) = 12.7062.
  const v1::LossRise two = SummariseRise({1, 3, 5, 7}, 2);
  EXPECT_THAT(two.values(), ElementsAre(2, 6));
  EXPECT_DOUBLE_EQ(two.mean(), 4);
  EXPECT_DOUBLE_EQ(two.standard_error(), 2);
  EXPECT_NEAR(two.low(), 4 - 2 * 12.706204736, 1e-6);
  EXPECT_FALSE(two.above_zero());
  EXPECT_TRUE(SummariseRise({4, 4.1, 4.01, 4.1}, 2).above_zero());
  EXPECT_THAT(SummariseRise({1, 3, 5, 7}, 1).values(), ElementsAre(1, 3, 5, 7));
  const v1::LossRise one = SummariseRise({2}, 1);
  EXPECT_EQ(one.mean(), 2);
  EXPECT_TRUE(std::isnan(one.standard_error()) && std::isnan(one.low()));
  EXPECT_FALSE(one.above_zero());
}

// Whatever noise does to it.
class BrokenLoss : public ChangedLoss {
 public:
  explicit BrokenLoss(bool ablation_only) : ablation_only_(ablation_only) {}
  absl::Span<const double> base() const override { return base_; }
  absl::Status Losses(int64_t, absl::Span<const Change> changes,
                      absl::Span<double> losses) override {
    for (size_t c = 0; c < changes.size(); ++c) {
      losses[c] =
          ablation_only_ && !changes[c].removed ? 1 : std::numeric_limits<double>::infinity();
    }
    return absl::OkStatus();
  }

 private:
  const std::vector<double> base_ = {1};
  const bool ablation_only_;
};

TEST(EstimateLayerTest, AnOverflowNamesEpsilonOrTheAblation) {
  BrokenLoss noise(false), ablation(true);
  const EstimateParams params = {.draws = 1, .epsilon = 1e30, .ablation = true};
  EXPECT_THAT(EstimateLayer(noise, 4, params), FailsOnField("epsilon"));
  EXPECT_THAT(EstimateLayer(noise, 4, params),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("layer 4")));
  EXPECT_THAT(
      EstimateLayer(ablation, 4, params),
      StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("without the update of layer 4")));
}

TEST(RelativeNoiseTest, EveryRowIsDisturbedByTheSameShareOfItsLength) {
  const std::vector<float> update = {3, 4, 0, 0, 0, 0, 1e-3f, 0, 0};
  std::vector<float> plus(9), minus(9);
  AddRelativeNoise({.seed = 1}, 0.5, 3, 0, update, update, absl::MakeSpan(plus));
  AddRelativeNoise({.seed = 1}, -0.5, 3, 0, update, update, absl::MakeSpan(minus));
  const auto length = [&](size_t row) {
    double sum = 0;
    for (size_t i = 3 * row; i < 3 * row + 3; ++i) {
      sum += std::pow(double{plus[i]} - double{update[i]}, 2);
    }
    return std::sqrt(sum);
  };
  EXPECT_NEAR(length(0), 2.5, 1e-5);
  EXPECT_EQ(length(1), 0);
  EXPECT_NEAR(length(2), 5e-4, 1e-8);
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(plus[i] + minus[i], 2 * update[i], 1e-6);
  }
}

TEST(RelativeNoiseTest, PiecesOfASequenceHaveTheNoiseOfTheWhole) {
  std::vector<float> update(8 * 4, 1), whole(32), pieces(32), other(32);
  AddRelativeNoise({.seed = 1, .layer = 2}, 0.5, 4, 0, update, update, absl::MakeSpan(whole));
  const auto span = absl::MakeSpan(pieces);
  const auto from = absl::MakeConstSpan(update);
  AddRelativeNoise({.seed = 1, .layer = 2}, 0.5, 4, 5, from.subspan(20), from.subspan(20),
                   span.subspan(20));
  AddRelativeNoise({.seed = 1, .layer = 2}, 0.5, 4, 0, from.subspan(0, 20), from.subspan(0, 20),
                   span.subspan(0, 20));
  EXPECT_EQ(pieces, whole);
  for (const NoiseStream& stream :
       std::vector<NoiseStream>{{2, 2, 0, 0}, {1, 3, 0, 0}, {1, 2, 1, 0}, {1, 2, 0, 1}}) {
    AddRelativeNoise(stream, 0.5, 4, 0, update, update, absl::MakeSpan(other));
    EXPECT_NE(other, whole);
  }
}

}  // namespace
}  // namespace widthlab::capture
