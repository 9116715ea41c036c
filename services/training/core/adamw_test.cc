#include "services/training/core/adamw.h"

#include <cmath>
#include <vector>

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::training {
namespace {

model::Parameters Small() {
  auto parameters = model::Parameters::Create(architecture::UniformArchitecture(
      {.vocab_size = 11, .hidden_size = 8, .layers = 1, .heads = 2, .ffn_width = 12}));
  EXPECT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  return *std::move(parameters);
}

TEST(AdamWTest, TheFirstStepMovesByTheLearningRate) {
  // With t = 1 both corrections cancel the moments' factors: the step is g / (|g| + epsilon).
  model::Parameters parameters = Small();
  const float norm_before = parameters.Tensor("model.norm.weight")[0];
  const float matrix_before = parameters.Tensor("model.embed_tokens.weight")[0];
  numeric::ThreadPool pool(1);
  AdamW optimiser(parameters, {.epsilon = 1e-12, .weight_decay = 0.1});
  std::vector<float> gradient(parameters.values().size(), 3.0f);
  optimiser.Step(pool, gradient, 1.0, 0.01, parameters);
  EXPECT_NEAR(parameters.Tensor("model.norm.weight")[0], norm_before - 0.01, 1e-6);
  EXPECT_NEAR(parameters.Tensor("model.embed_tokens.weight")[0], matrix_before * (1 - 0.001) - 0.01,
              1e-6);
}

TEST(AdamWTest, TwoStepsFollowTheFormula) {
  model::Parameters parameters = Small();
  const double before = parameters.Tensor("model.norm.weight")[3];
  numeric::ThreadPool pool(1);
  AdamW optimiser(parameters, {.beta1 = 0.9, .beta2 = 0.95, .epsilon = 1e-8});
  std::vector<float> gradient(parameters.values().size(), 0.5f);
  optimiser.Step(pool, gradient, 1.0, 0.1, parameters);
  std::fill(gradient.begin(), gradient.end(), -1.0f);
  optimiser.Step(pool, gradient, 0.5, 0.1, parameters);
  const double m = 0.9 * 0.05 + 0.1 * -0.5;
  const double v = 0.95 * 0.0125 + 0.05 * 0.25;
  const double second = m / (1 - 0.81) / (std::sqrt(v / (1 - 0.9025)) + 1e-8);
  EXPECT_NEAR(parameters.Tensor("model.norm.weight")[3], before - 0.1 - 0.1 * second, 1e-6);
}

TEST(AdamWTest, BytesDoNotDependOnTheNumberOfThreads) {
  std::vector<float> results[2];
  for (const int threads : {1, 3}) {
    model::Parameters parameters = Small();
    numeric::ThreadPool pool(threads);
    AdamW optimiser(parameters, {});
    std::vector<float> gradient(parameters.values().begin(), parameters.values().end());
    for (int step = 0; step < 3; ++step) {
      optimiser.Step(pool, gradient, 0.7, 0.01, parameters);
    }
    results[threads == 1 ? 0 : 1].assign(parameters.values().begin(), parameters.values().end());
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace
}  // namespace widthlab::training
