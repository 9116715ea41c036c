#include "services/schedule/core/families/match_shape.h"

#include <limits>
#include <random>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/schedule/core/families/tapers.h"

namespace widthlab::schedule {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;

// d = 4 gated, so 12 parameters a hidden unit.
architecture::Architecture Uniform(int64_t layers, int64_t width) {
  return architecture::UniformArchitecture(
      {.vocab_size = 10, .hidden_size = 4, .layers = layers, .heads = 2, .ffn_width = width});
}

WidthBudget Budget(int64_t layers, int64_t width, const WidthBounds& bounds) {
  absl::StatusOr<WidthBudget> budget = MakeWidthBudget(Uniform(layers, width), bounds);
  EXPECT_THAT(budget, IsOk());
  return *budget;
}

TEST(WidthBudgetTest, IsTheUniformModelsExactCount) {
  const WidthBudget budget = Budget(3, 100, {.quantum = 10});
  EXPECT_EQ(budget.parameters, 3 * 12 * 100);
  EXPECT_THAT(budget.floor, Each(10));
  EXPECT_THAT(budget.cap, Each(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(budget.Realised({100, 90, 100}), 12 * 290);
  EXPECT_NEAR(budget.Drift({100, 90, 100}), -1.0 / 30, 1e-15);
}

TEST(WidthBudgetTest, BoundsThatExcludeTheUniformModelAreRefused) {
  EXPECT_THAT(MakeWidthBudget(Uniform(3, 100), {.quantum = 101}), FailsOnField("quantum"));
  EXPECT_THAT(MakeWidthBudget(Uniform(3, 100), {.quantum = 0}), FailsOnField("quantum"));
  EXPECT_THAT(MakeWidthBudget(Uniform(3, 100), {.quantum = 64, .floor = 65}),
              FailsOnField("floor"));
  EXPECT_THAT(MakeWidthBudget(Uniform(3, 100), {.quantum = 10, .floor = -1}),
              FailsOnField("floor"));
  EXPECT_THAT(MakeWidthBudget(Uniform(3, 100), {.quantum = 10, .cap = 99}), FailsOnField("cap"));
}

TEST(MatchShapeTest, AShapeIsScaledToTheBudget) {
  const auto matched = MatchShape({3, 2, 1}, Budget(3, 100, {.quantum = 10}));
  ASSERT_THAT(matched, IsOk());
  EXPECT_THAT(matched->targets,
              ElementsAre(DoubleNear(150, 1e-12), DoubleNear(100, 1e-12), DoubleNear(50, 1e-12)));
  EXPECT_THAT(matched->integers.widths, ElementsAre(150, 100, 50));
}

TEST(MatchShapeTest, OnlyTheShapeCounts) {
  const WidthBudget budget = Budget(8, 512, {});
  const std::vector<double> shape = CosineTaper(8, {});
  std::vector<double> larger = shape;
  for (double& s : larger) s *= 4096;
  EXPECT_EQ(MatchShape(shape, budget)->integers.widths,
            MatchShape(larger, budget)->integers.widths);
}

// Without the cap 150, 100, 50. With it, 180 is left for 2 : 1.
TEST(MatchShapeTest, WhatACapTakesGoesToTheOthersInShape) {
  const WidthBudget budget = Budget(3, 100, {.quantum = 10, .cap = 120});
  const auto matched = MatchShape({3, 2, 1}, budget);
  ASSERT_THAT(matched, IsOk());
  EXPECT_THAT(matched->targets, ElementsAre(120, DoubleNear(120, 1e-12), DoubleNear(60, 1e-12)));
}

TEST(MatchShapeTest, FloorsArePaidByTheOthersInShape) {
  const WidthBudget budget = Budget(3, 100, {.quantum = 10, .floor = 75});
  const auto targets = ScaleToBudget({3, 2, 1}, budget);
  ASSERT_THAT(targets, IsOk());
  EXPECT_THAT(*targets, ElementsAre(DoubleNear(135, 1e-12), DoubleNear(90, 1e-12), 75));
}

TEST(MatchShapeTest, CapsAtTheUniformWidthGiveTheUniformModel) {
  const auto matched = MatchShape({3, 2, 1}, Budget(3, 100, {.quantum = 10, .cap = 100}));
  ASSERT_THAT(matched, IsOk());
  EXPECT_THAT(matched->integers.widths, Each(100));
}

TEST(MatchShapeTest, BadShapesAreRefused) {
  const WidthBudget budget = Budget(3, 100, {.quantum = 10, .cap = 120});
  EXPECT_THAT(MatchShape({1, 2}, budget), FailsOnField("shape"));
  EXPECT_THAT(MatchShape({1, -2, 1}, budget), FailsOnField("shape[1]"));
  EXPECT_THAT(MatchShape({0, 0, 1}, budget), FailsOnField("shape"));  // the caps stop it
}

TEST(MatchShapeTest, RandomShapesMeetTheBudgetWithinOneQuantum) {
  std::mt19937_64 rng(3);
  for (int i = 0; i < 300; ++i) {
    const int64_t layers = 1 + static_cast<int64_t>(rng() % 40);
    const int64_t width = 64 + static_cast<int64_t>(rng() % 1000);
    const WidthBudget budget = Budget(layers, width, {.cap = 3 * width});
    std::vector<double> shape(layers);
    for (double& s : shape) s = 0.05 + static_cast<double>(rng() % 1000) / 100;
    const auto matched = MatchShape(shape, budget);
    ASSERT_THAT(matched, IsOk());
    double used = 0;
    for (int64_t l = 0; l < layers; ++l) used += budget.unit_cost[l] * matched->targets[l];
    EXPECT_NEAR(used / budget.parameters, 1, 1e-13);
    const double left =
        budget.parameters - static_cast<double>(budget.Realised(matched->integers.widths));
    EXPECT_GE(left, 0);
    EXPECT_LT(left, 12 * 64);
    EXPECT_THAT(matched->integers.widths, Each(Ge(64)));
  }
}

}  // namespace
}  // namespace widthlab::schedule
