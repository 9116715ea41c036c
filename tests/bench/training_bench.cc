// Times training on random bytes: {"model": NAME, "parameters": N, "threads": T, "shards": S,
// "tokens_per_second": R} a line, R from the median step.
//
//   training_bench [THREADS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/model/inner_threads.h"
#include "common/numeric/random_stream.h"
#include "services/training/core/trainer.h"

namespace widthlab::training {
namespace {

struct Case {
  const char* name;
  architecture::UniformShape shape;
  int batch_size;
  int sequence_length;
  int shards;
  int steps;
};

Corpus RandomBytes() {
  numeric::RandomStream stream(1, "bench");
  std::vector<tokenizer::TokenDocument> documents(2);
  for (tokenizer::TokenDocument& document : documents) {
    document.digest = std::to_string(documents.size());
    for (int i = 0; i < 100000; ++i) {
      document.ids.push_back(static_cast<uint32_t>(stream.Below(256)));
    }
  }
  return *MakeCorpus(std::move(documents), 0.5);
}

v1::TrainSpec SpecOf(const Case& c) {
  v1::TrainSpec spec;
  spec.set_steps(c.steps);
  spec.set_batch_size(c.batch_size);
  spec.set_sequence_length(c.sequence_length);
  spec.set_shards(c.shards);
  spec.set_learning_rate(1e-3);
  spec.set_weight_decay(0.1);
  spec.set_beta1(0.9);
  spec.set_beta2(0.95);
  spec.set_epsilon(1e-8);
  spec.set_gradient_clip(1);
  spec.set_validation_tokens(1);
  return spec;
}

void Time(const Case& c, int threads) {
  architecture::Architecture a = architecture::UniformArchitecture(c.shape);
  a.tied_embeddings = false;
  auto parameters = model::Parameters::Create(a);
  if (!parameters.ok()) std::abort();
  parameters->Initialise(1);
  numeric::ThreadPool pool(threads, model::UseOneInnerThread);
  const job::CancelToken cancel;
  std::vector<double> seconds;
  auto last = std::chrono::steady_clock::now();
  const MetricCallback on_metric = [&](const v1::TrainingMetric&) {
    const auto now = std::chrono::steady_clock::now();
    seconds.push_back(std::chrono::duration<double>(now - last).count());
    last = now;
  };
  if (!TrainDecoder(SpecOf(c), RandomBytes(), pool, cancel, on_metric, *parameters).ok()) {
    std::abort();
  }
  std::nth_element(seconds.begin(), seconds.begin() + seconds.size() / 2, seconds.end());
  std::printf(
      "{\"model\": \"%s\", \"parameters\": %lld, \"threads\": %d, \"shards\": %d, "
      "\"tokens_per_second\": %.0f}\n",
      c.name, static_cast<long long>(parameters->count()), threads, c.shards,
      c.batch_size * c.sequence_length / seconds[seconds.size() / 2]);
  std::fflush(stdout);
}

}  // namespace
}  // namespace widthlab::training

int main(int argc, char** argv) {
  using widthlab::training::Case;
  const int threads =
      argc > 1 ? std::atoi(argv[1]) : static_cast<int>(std::thread::hardware_concurrency());
  const Case demo = {
      .name = "demo, 6 x 128",
      .shape = {.vocab_size = 257, .hidden_size = 128, .layers = 6, .heads = 4, .ffn_width = 512},
      .batch_size = 8,
      .sequence_length = 128,
      .shards = 2,
      .steps = 30};
  const Case large = {
      .name = "8.9M, 8 x 256",
      .shape = {.vocab_size = 257, .hidden_size = 256, .layers = 8, .heads = 8, .ffn_width = 1088},
      .batch_size = 8,
      .sequence_length = 256,
      .shards = 4,
      .steps = 8};
  for (const Case& c : {demo, large}) widthlab::training::Time(c, threads < 1 ? 1 : threads);
  return 0;
}
