// What lambda of all layers costs beside whole passes, of one draw and either sign: {"layers": L,
// "vocabulary": V, "cpu_seconds": S, "naive_cpu_seconds": N, "share": S / N} on one line, where N
// is 2 L times a whole pass with its head. Processor time of the process, so that neighbours count
// little.
//
//   sensitivity_bench [VOCABULARY [HIDDEN [FFN]]]
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/model/checkpoint.h"
#include "common/model/inner_threads.h"
#include "common/model/parameters.h"
#include "common/numeric/random_stream.h"
#include "common/tensor_io/safetensors_source.h"
#include "services/capture/core/sensitivity/model_loss.h"
#include "tests/bench/scratch_folder.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kLayers = 12, kSequences = 8, kLength = 256;

double CpuSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void Require(const absl::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  std::exit(1);
}

// The weights as a file, as they are read in earnest.
std::shared_ptr<const tensor_io::TensorSource> RandomWeights(const architecture::Architecture& a,
                                                             const std::string& folder) {
  auto weights = model::Parameters::Create(a);
  Require(weights.status());
  weights->Initialise(1);
  std::ofstream file(folder + "/model.safetensors", std::ios::binary);
  Require(model::WriteWeights(*weights, [&file](std::string_view bytes) {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return absl::OkStatus();
  }));
  file.close();
  auto source = tensor_io::OpenSafetensorsFolder(folder);
  Require(source.status());
  return *std::move(source);
}

void Measure(const architecture::Architecture& a) {
  const bench::ScratchFolder folder;
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  const job::CancelToken cancel;
  auto decoder = model::StreamDecoder::Create(a, RandomWeights(a, folder.path()), {.pool = &pool});
  Require(decoder.status());
  numeric::RandomStream stream(1, "bench");
  std::vector<int64_t> ids, offsets = {0}, layers;
  for (int64_t i = 0; i < kSequences * kLength; ++i) {
    ids.push_back(static_cast<int64_t>(stream.Below(static_cast<uint64_t>(a.vocab_size))));
  }
  for (int64_t i = 1; i <= kSequences; ++i) offsets.push_back(i * kLength);
  for (int64_t layer = 0; layer < kLayers; ++layer) layers.push_back(layer);
  const model::TokenSequences tokens{ids, offsets};

  std::vector<float> states(ids.size() * static_cast<size_t>(a.hidden_size));
  std::vector<double> each(ids.size());
  model::LayerVisitor nobody;
  const auto whole_pass = [&] {
    Require((*decoder)->Embed(tokens, absl::MakeSpan(states)));
    Require((*decoder)->RunLayers(tokens, 0, kLayers, absl::MakeSpan(states), nobody));
    Require((*decoder)->Head(tokens, states, {.losses = absl::MakeSpan(each)}));
  };
  whole_pass();  // pages in
  constexpr int kPasses = 6;
  double start = CpuSeconds();
  for (int i = 0; i < kPasses; ++i) whole_pass();
  const double naive = 2 * kLayers * (CpuSeconds() - start) / kPasses;

  start = CpuSeconds();
  auto loss = ModelLoss::Create({.decoder = **decoder,
                                 .tokens = tokens,
                                 .batches = kSequences,
                                 .layers = layers,
                                 .folder = folder.path() + "/states",
                                 .pool = pool,
                                 .cancel = cancel});
  Require(loss.status());
  std::vector<double> losses(2 * kSequences);
  for (const int64_t layer : layers) {
    Require((*loss)->Losses(layer, {{.factor = 0.1}, {.factor = -0.1}}, absl::MakeSpan(losses)));
  }
  const double seconds = CpuSeconds() - start;
  std::printf(
      "{\"layers\": %lld, \"vocabulary\": %lld, \"cpu_seconds\": %.3f, "
      "\"naive_cpu_seconds\": %.3f, \"share\": %.3f}\n",
      static_cast<long long>(kLayers), static_cast<long long>(a.vocab_size), seconds, naive,
      seconds / naive);
}

}  // namespace
}  // namespace widthlab::capture

int main(int argc, char** argv) {
  const auto argument = [&](int i, int64_t otherwise) {
    return argc > i ? std::atoll(argv[i]) : otherwise;
  };
  const int64_t hidden = argument(2, 256);
  widthlab::capture::Measure(
      widthlab::architecture::UniformArchitecture({.vocab_size = argument(1, 4096),
                                                   .hidden_size = hidden,
                                                   .layers = widthlab::capture::kLayers,
                                                   .heads = hidden / 64,
                                                   .ffn_width = argument(3, 3 * hidden)}));
}
