// Answers by hand: what a picture says of each value when the pointer rests on it.
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/figures/arm_figures.h"
#include "services/orchestrator/core/figures/layer_figures.h"
#include "services/orchestrator/core/figures/loss_figures.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Work 1 and 3, whose mean is 2, with standard errors 1 and 0.
geometry::v1::Profile Profile() {
  geometry::v1::Profile profile;
  geometry::v1::WorkCurve& curve = *profile.add_work();
  curve.set_geometry(geometry::v1::GEOMETRY_HYPERBOLIC);
  curve.set_statistic(geometry::v1::STATISTIC_SHIFT);
  geometry::v1::Estimate& first = *curve.add_layers();
  first.set_mean(1);
  first.set_standard_error(1);
  curve.add_layers()->set_mean(3);
  return profile;
}

TEST(LayerFiguresTest, WorkIsShownAsAMultipleOfItsMeanOverLayers) {
  const std::string svg = DrawWork(Profile(), geometry::v1::STATISTIC_SHIFT, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>hyperbolic, layer 0: 0.5 (0 to 1)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>hyperbolic, layer 1: 1.5 (1.5 to 1.5)</title>"));
  EXPECT_THAT(DrawWork(Profile(), geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE, {}).svg,
              HasSubstr("no data"));
}

TEST(LayerFiguresTest, StatisticsStandInTheOrderOfTheEnumeration) {
  geometry::v1::Profile profile = Profile();
  profile.add_work()->set_statistic(geometry::v1::STATISTIC_METRIC_DISTORTION);
  profile.add_work()->set_statistic(geometry::v1::STATISTIC_SHIFT);
  EXPECT_THAT(StatisticsOf(profile),
              testing::ElementsAre(geometry::v1::STATISTIC_SHIFT,
                                   geometry::v1::STATISTIC_METRIC_DISTORTION));
}

TEST(LayerFiguresTest, DimensionsAreThoseOfRawGeometryAndRanksWhereThereAreAny) {
  geometry::v1::Profile profile;
  geometry::v1::DimensionCurve& raw = *profile.add_dimensions();
  raw.set_geometry(geometry::v1::GEOMETRY_RAW);
  raw.set_cloud("ffn_in");
  raw.add_two_nn()->set_mean(7);
  geometry::v1::DimensionCurve& other = *profile.add_dimensions();
  other.set_geometry(geometry::v1::GEOMETRY_SPHERICAL);
  other.set_cloud("ffn_out");
  other.add_two_nn()->set_mean(5);
  const std::string svg = DrawDimension(profile, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>TwoNN before the FFN, layer 0: 7"));
  EXPECT_THAT(svg, Not(HasSubstr("after the FFN")));
  EXPECT_FALSE(HasRanks(profile));
  profile.mutable_dimensions(0)->add_effective_rank()->set_mean(12.5);
  EXPECT_TRUE(HasRanks(profile));
  EXPECT_THAT(DrawRanks(profile, {}).svg,
              HasSubstr("<title>effective rank before the FFN, layer 0: 12.5"));
}

TEST(LayerFiguresTest, OutliersAreInPercent) {
  capture::v1::ActivationsSummary cloud;
  capture::v1::LayerOutliers& layer = *cloud.add_outliers();
  layer.set_layer(4);
  layer.set_top_token_share(0.25);
  layer.set_top_coordinates_share(0.5);
  const std::string svg = DrawOutliers(cloud, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>largest token, layer 4: 25</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>three largest coordinates, layer 4: 50</title>"));
}

schedule::v1::Schedule WithIntervals() {
  schedule::v1::Schedule schedule;
  for (const double middle : {60.0, 36.0}) {
    schedule.add_target_widths(middle);
    schedule::v1::WidthInterval& interval = *schedule.add_width_intervals();
    interval.set_low(middle - 6);
    interval.set_high(middle + 12);
  }
  return schedule;
}

TEST(LayerFiguresTest, IntervalsBelongToTheWidthsBeforeRounding) {
  schedule::v1::Schedule schedule = WithIntervals();
  for (const int width : {64, 32}) schedule.add_ffn_widths(width);
  const std::string svg = DrawSchedule(schedule, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>before rounding, layer 0: 60 (54 to 72)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>width, layer 0: 64</title>"));
}

TEST(LayerFiguresTest, AScheduleShowsItsBounds) {
  schedule::v1::Schedule schedule;
  schedule.set_family("geometry_guided");
  for (const int width : {96, 32}) schedule.add_ffn_widths(width);
  for (const double width : {90.5, 37.5}) schedule.add_target_widths(width);
  schedule.mutable_problem()->add_floor(16);
  const std::string svg = DrawSchedule(schedule, {}).svg;
  for (const char* value : {"width, layer 0: 96", "before rounding, layer 1: 37.5",
                            "solver&#39;s floor, layer 0: 16", "solver&#39;s floor, layer 1: 16"}) {
    EXPECT_THAT(svg, HasSubstr(std::string("<title>") + value + "</title>"));
  }
  EXPECT_THAT(svg, Not(HasSubstr("cap")));
}

v1::Comparison Arms(const std::vector<double>& losses) {
  v1::Comparison comparison;
  comparison.set_baseline("arm 0");
  for (size_t i = 0; i < losses.size(); ++i) {
    v1::ArmComparison& arm = *comparison.add_arms();
    arm.set_name("arm " + std::to_string(i));
    arm.set_mean_validation_loss(losses[i]);
    arm.add_validation_loss(losses[i]);
    arm.add_ffn_widths(64);
    arm.add_ffn_widths(i == 1 ? 32 : 64);
    if (i == 0) continue;
    arm.mutable_difference()->set_mean(losses[i] - losses[0]);
    arm.set_verdict(v1::VERDICT_INCONCLUSIVE);
  }
  return comparison;
}

TEST(ArmFiguresTest, TheBaselineAndTheBestKeepColours) {
  const auto styles = ArmStyles(Arms({9, 8, 1, 2, 3, 4, 5, 6}));
  for (const size_t muted : {1u, 7u}) EXPECT_TRUE(styles[muted].muted) << muted;
  for (size_t i = 2; i < 7; ++i) EXPECT_EQ(styles[i].style, i - 1) << i;
  EXPECT_FALSE(styles[0].muted);
}

TEST(ArmFiguresTest, DifferencesStandLowestFirst) {
  const std::string svg = DrawDifferences(Arms({2, 2.5, 1.5}), {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>arm 1: 0.5"));
  EXPECT_LT(svg.find("<title>arm 2: -0.5"), svg.find("<title>arm 1: 0.5"));
  EXPECT_THAT(svg, HasSubstr(">inconclusive</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("<title>arm 0")));
}

TEST(ArmFiguresTest, ALossThatIsNoNumberStandsLast) {
  const std::string svg = DrawFinalLosses(Arms({2, NAN, 1}), {}).svg;
  EXPECT_LT(svg.find("<title>arm 2: 1"), svg.find("<title>arm 0: 2"));
  EXPECT_LT(svg.find("<title>arm 0: 2"), svg.find("<title>arm 1: NaN"));
}

TEST(ArmFiguresTest, WidthsAreLinesForFewArmsAndCellsForMany) {
  EXPECT_THAT(DrawArmWidths(Arms({2, 3}), {}, {}).svg,
              HasSubstr("<title>arm 1, layer 1: 32</title>"));
  const std::string cells = DrawArmWidths(Arms(std::vector<double>(60, 2)), {}, {}).svg;
  EXPECT_THAT(cells, HasSubstr("<title>arm 59, layer 0 to 1: 64</title>"));
}

TEST(ArmFiguresTest, FloorsComeFromTheScheduleThatWasSolvedFor) {
  const v1::Comparison comparison = Arms({2, 1});
  std::vector<ReportArm> arms = {{.comparison = comparison.arms(0)},
                                 {.comparison = comparison.arms(1)}};
  EXPECT_THAT(DrawArmWidths(comparison, arms, {}).svg, Not(HasSubstr("floor")));
  arms[1].schedule.emplace().mutable_problem()->add_floor(8);
  EXPECT_THAT(DrawArmWidths(comparison, arms, {}).svg,
              HasSubstr("<title>solver&#39;s floor, layer 1: 8</title>"));
}

TEST(ArmFiguresTest, AnArmThatWasSolvedForShowsItsIntervals) {
  const v1::Comparison comparison = Arms({2, 1});
  const std::vector<ReportArm> arms = {
      {.comparison = comparison.arms(0)},
      {.comparison = comparison.arms(1), .schedule = WithIntervals()}};
  const std::string svg = DrawArmWidths(comparison, arms, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>arm 1, layer 1: 32 (30 to 48)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>arm 0, layer 1: 64</title>"));
}

training::v1::TrainingResult Trained(const std::vector<double>& validation) {
  training::v1::TrainingResult run;
  for (size_t i = 0; i < validation.size(); ++i) {
    training::v1::TrainingMetric& metric = *run.add_metrics();
    metric.set_step(static_cast<int>(10 * (i + 1)));
    metric.set_training_loss(validation[i] + 1);
    metric.set_validation_loss(validation[i]);
  }
  return run;
}

// Seed 1: -1 at step 10; seed 2: -3 at step 10 and 0.5 at step 20.
TEST(LossFiguresTest, GapsArePairedBySeed) {
  const v1::Comparison comparison = Arms({2, 1});
  const std::vector<ReportArm> arms = {
      {.comparison = comparison.arms(0), .runs = {Trained({5}), Trained({7, 6})}},
      {.comparison = comparison.arms(1), .runs = {Trained({4, 4}), Trained({4, 6.5})}}};
  EXPECT_TRUE(HasLossGap(arms));
  const std::string svg = DrawLossGap(comparison, arms, {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>arm 1, step 10: -2 (-3 to -1)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>arm 1, step 20: 0.5</title>"));
}

TEST(LossFiguresTest, CurvesAreMeansOverSeeds) {
  const v1::Comparison comparison = Arms({2});
  const std::vector<ReportArm> arms = {
      {.comparison = comparison.arms(0), .runs = {Trained({5, 4}), Trained({7, 5})}}};
  EXPECT_THAT(DrawValidationLoss(comparison, arms, {}).svg,
              HasSubstr("<title>arm 0, step 10: 6 (5 to 7)</title>"));
  EXPECT_THAT(DrawTrainingLoss(comparison, arms, {}).svg,
              HasSubstr("<title>arm 0, step 20: 5.5</title>"));
  EXPECT_FALSE(HasLossGap(arms));
}

TEST(LossFiguresTest, ARunShowsBothOfItsLosses) {
  const std::string svg = DrawRunLoss(Trained({5}), {}).svg;
  EXPECT_THAT(svg, HasSubstr("<title>validation, step 10: 5</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>training, step 10: 6</title>"));
}

}  // namespace
}  // namespace widthlab::pipeline
