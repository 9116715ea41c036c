#include "services/training/core/trainer.h"

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/training/core/gradient.h"

namespace widthlab::training {
namespace {

using ::testing::HasSubstr;
using tokenizer::TokenDocument;

architecture::Architecture Small() {
  architecture::Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 257, .hidden_size = 16, .layers = 2, .heads = 2, .ffn_width = 32});
  a.ffn_widths = {40, 24};
  a.tied_embeddings = false;
  return a;
}

v1::TrainSpec Spec() {
  v1::TrainSpec spec;
  spec.set_seed(1);
  spec.set_steps(30);
  spec.set_batch_size(4);
  spec.set_sequence_length(16);
  spec.set_shards(2);
  spec.set_learning_rate(0.02);
  spec.set_final_learning_rate_share(0.1);
  spec.set_warmup_share(0.1);
  spec.set_weight_decay(0.1);
  spec.set_beta1(0.9);
  spec.set_beta2(0.95);
  spec.set_epsilon(1e-8);
  spec.set_gradient_clip(1.0);
  spec.set_validation_share(0.1);
  spec.set_validation_tokens(128);
  spec.set_evaluation_interval(10);
  return spec;
}

// A text that repeats itself is soon learned.
Corpus Repetition() {
  std::vector<TokenDocument> documents;
  for (int i = 0; i < 4; ++i) {
    TokenDocument document{.path = std::to_string(i), .digest = std::to_string(i), .ids = {256}};
    for (int k = 0; k < 40; ++k) {
      for (const char c : std::string("abc ")) document.ids.push_back(static_cast<uint32_t>(c));
    }
    documents.push_back(document);
  }
  auto corpus = MakeCorpus(documents, 0.25);
  EXPECT_THAT(corpus, IsOk());
  return *std::move(corpus);
}

struct Trained {
  absl::StatusOr<TrainingOutcome> outcome;
  std::vector<float> weights;
};

Trained Train(const v1::TrainSpec& spec, int threads, const MetricCallback& on_metric = {}) {
  auto parameters = model::Parameters::Create(Small());
  EXPECT_THAT(parameters, IsOk());
  parameters->Initialise(spec.seed());
  numeric::ThreadPool pool(threads, model::UseOneInnerThread);
  const job::CancelToken cancel;
  Trained run{TrainDecoder(spec, Repetition(), pool, cancel, on_metric, *parameters), {}};
  run.weights.assign(parameters->values().begin(), parameters->values().end());
  return run;
}

TEST(TrainerTest, LearnsARepetition) {
  int seen = 0;
  const Trained run = Train(Spec(), 2, [&](const v1::TrainingMetric& metric) {
    EXPECT_EQ(metric.step(), ++seen);
    EXPECT_EQ(metric.tokens(), seen * 64);
    EXPECT_EQ(metric.has_validation_loss(), seen % 10 == 0);
  });
  ASSERT_THAT(run.outcome, IsOk());
  EXPECT_EQ(seen, 30);
  ASSERT_EQ(run.outcome->metrics.size(), 30u);
  EXPECT_NEAR(run.outcome->metrics[0].training_loss(), std::log(257.0), 0.1);
  EXPECT_LT(run.outcome->validation_loss, 1.0);
  EXPECT_EQ(run.outcome->metrics.back().validation_loss(), run.outcome->validation_loss);
  EXPECT_EQ(run.outcome->validation.size(), 1u);
}

TEST(TrainerTest, WeightsAreTheSameBitsOnAnyNumberOfThreads) {
  v1::TrainSpec spec = Spec();
  spec.set_shards(4);
  const Trained one = Train(spec, 1);
  for (const int threads : {2, 3, 5}) {
    const Trained other = Train(spec, threads);
    ASSERT_THAT(other.outcome, IsOk());
    EXPECT_EQ(other.weights, one.weights) << threads << " threads";
    EXPECT_EQ(other.outcome->validation_loss, one.outcome->validation_loss);
  }
}

TEST(TrainerTest, TheSeedDecidesTheBits) {
  v1::TrainSpec spec = Spec();
  const Trained one = Train(spec, 2);
  EXPECT_EQ(Train(spec, 2).weights, one.weights);
  spec.set_seed(2);
  EXPECT_NE(Train(spec, 2).weights, one.weights);
}

TEST(TrainerTest, ShardsChangeTheLossByRoundingOnly) {
  v1::TrainSpec spec = Spec();
  spec.set_steps(3);
  spec.set_shards(1);
  const Trained whole = Train(spec, 2);
  spec.set_shards(4);
  const Trained cut = Train(spec, 2);
  ASSERT_THAT(whole.outcome, IsOk());
  ASSERT_THAT(cut.outcome, IsOk());
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(cut.outcome->metrics[i].training_loss(), whole.outcome->metrics[i].training_loss(),
                1e-4);
    EXPECT_NEAR(cut.outcome->metrics[i].gradient_norm(), whole.outcome->metrics[i].gradient_norm(),
                1e-3);
  }
}

TEST(TrainerTest, DivergenceIsAnErrorThatNamesTheStep) {
  v1::TrainSpec spec = Spec();
  spec.set_learning_rate(10);
  spec.set_gradient_clip(0);
  spec.set_weight_decay(1);
  spec.set_warmup_share(0);
  spec.set_steps(200);
  spec.set_epsilon(1e-30);
  const Trained run = Train(spec, 2);
  if (run.outcome.ok()) {
    // The norms may hold even this; then the loss is at least a bad one.
    EXPECT_GT(run.outcome->validation_loss, 1.0);
  } else {
    EXPECT_THAT(run.outcome, StatusIs(absl::StatusCode::kFailedPrecondition,
                                      HasSubstr("training diverged at step")));
  }
}

TEST(TrainerTest, WeightsThatAreNotNumbersAreAnError) {
  auto parameters = model::Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  parameters->values()[0] = std::nanf("");
  parameters->values()[static_cast<size_t>(parameters->offset(1))] = std::nanf("");
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  const job::CancelToken cancel;
  EXPECT_THAT(
      TrainDecoder(Spec(), Repetition(), pool, cancel, {}, *parameters),
      StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("training diverged at step 1")));
}

TEST(TrainerTest, StopsWhenCancelled) {
  auto parameters = model::Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  job::CancelToken cancel;
  const MetricCallback on_metric = [&](const v1::TrainingMetric& metric) {
    EXPECT_LE(metric.step(), 3);
    if (metric.step() == 3) cancel.Cancel();
  };
  EXPECT_THAT(TrainDecoder(Spec(), Repetition(), pool, cancel, on_metric, *parameters),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(TrainerTest, TwoRunsMayShareAPool) {
  const Trained alone = Train(Spec(), 2);
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  std::vector<std::vector<float>> weights(3);
  std::vector<std::thread> jobs;
  for (std::vector<float>& out : weights) {
    jobs.emplace_back([&pool, &out] {
      auto parameters = model::Parameters::Create(Small());
      parameters->Initialise(1);
      const job::CancelToken cancel;
      EXPECT_THAT(TrainDecoder(Spec(), Repetition(), pool, cancel, {}, *parameters), IsOk());
      out.assign(parameters->values().begin(), parameters->values().end());
    });
  }
  for (std::thread& job : jobs) job.join();
  for (const std::vector<float>& out : weights) EXPECT_EQ(out, alone.weights);
}

}  // namespace
}  // namespace widthlab::training
