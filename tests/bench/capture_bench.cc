// Times a capture that keeps ffn_in and ffn_out of every layer: one JSON object with
// tokens_per_second (from the median run), peak_rss_bytes and the seconds of each part.
//
//   capture_bench --model DIR [--batch 4] [--sequence 512] [--dtype float32|bfloat16]
//                 [--device cpu|cuda|cuda:N]
//   capture_bench --shape llama-134m     # 12 layers, d 768, 12 heads, FFN 2,048, vocabulary 32,000
//
// Token ids are random. Logits and loss are left out without --logits. Clouds above 256 MiB lie in
// files, as those of the service do.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/config_json.h"
#include "common/model/checkpoint.h"
#include "common/model/compute_device.h"
#include "common/model/inner_threads.h"
#include "common/model/model_files.h"
#include "common/model/stream_decoder.h"
#include "common/numeric/random_stream.h"
#include "common/status/macros.h"
#include "nlohmann/json.hpp"
#include "services/capture/core/cloud.h"
#include "services/host/flag_set.h"
#include "tests/bench/peak_memory.h"
#include "tests/bench/scratch_folder.h"

namespace widthlab::capture {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr int64_t kMostInMemory = int64_t{1} << 28;

struct Options {
  std::string model, shape, dtype = "float32", device = "cpu";
  int batch = 4, sequence = 512, runs = 3;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::string logits = "no";
};

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Everything that a layer gives, into the cloud.
class Keeper final : public model::LayerVisitor {
 public:
  explicit Keeper(Cloud& cloud) : cloud_(cloud) {}
  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    return Keep(states, cloud_.layers[static_cast<size_t>(layer)].ffn_in);
  }
  absl::Status FfnOut(int64_t layer, absl::Span<float> states) override {
    return Keep(states, cloud_.layers[static_cast<size_t>(layer)].ffn_out);
  }

 private:
  static absl::Status Keep(absl::Span<const float> states, FloatFile& out) {
    std::copy(states.begin(), states.end(), out.data());
    out.Release();
    return absl::OkStatus();
  }
  Cloud& cloud_;
};

// A random model of the shape named, in `folder`.
absl::Status WriteShape(const std::string& shape, const std::string& folder) {
  if (shape != "llama-134m") {
    return absl::InvalidArgumentError(absl::StrCat("--shape is ", shape, ", not llama-134m"));
  }
  architecture::Architecture a = architecture::UniformArchitecture({.vocab_size = 32000,
                                                                    .hidden_size = 768,
                                                                    .layers = 12,
                                                                    .heads = 12,
                                                                    .ffn_width = 2048,
                                                                    .max_positions = 2048});
  a.tied_embeddings = false;
  ASSIGN_OR_RETURN(model::Parameters weights, model::Parameters::Create(a));
  weights.Initialise(1);
  std::ofstream(folder + "/config.json") << architecture::FormatConfigJson(a);
  std::ofstream file(folder + "/model.safetensors", std::ios::binary);
  return model::WriteWeights(weights, [&file](std::string_view bytes) {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return absl::OkStatus();
  });
}

struct Run {
  double embedding = 0, layers = 0, head = 0;
  double total() const { return embedding + layers + head; }
};

absl::StatusOr<Run> Time(const model::StreamDecoder& decoder, const model::TokenSequences& tokens,
                         bool logits, Cloud& cloud, std::vector<float>& states) {
  Run run;
  Keeper keeper(cloud);
  auto start = Clock::now();
  RETURN_IF_ERROR(decoder.Embed(tokens, absl::MakeSpan(states)));
  run.embedding = Since(start);
  start = Clock::now();
  RETURN_IF_ERROR(
      decoder.RunLayers(tokens, 0, decoder.architecture().layers, absl::MakeSpan(states), keeper));
  run.layers = Since(start);
  if (!logits) return run;
  start = Clock::now();
  RETURN_IF_ERROR(decoder.Logits(states, cloud.logits.values()));
  run.head = Since(start);
  return run;
}

Json Report(const Options& options, std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.total() < b.total(); });
  const Run& median = runs[runs.size() / 2];
  Json json;
  json["model"] = options.model.empty() ? options.shape : options.model;
  json["dtype"] = options.dtype;
  json["batch"] = options.batch;
  json["sequence"] = options.sequence;
  json["threads"] = options.threads;
  json["tokens_per_second"] = options.batch * options.sequence / median.total();
  json["peak_rss_bytes"] = bench::PeakResidentBytes();
  json["seconds"] = {
      {"embedding", median.embedding}, {"layers", median.layers}, {"head", median.head}};
  return json;
}

absl::StatusOr<Json> Bench(Options options) {
  const bench::ScratchFolder folder;
  std::string path = options.model;
  if (path.empty()) {
    if (options.shape.empty()) options.shape = "llama-134m";
    path = folder.path() + "/model";
    std::filesystem::create_directories(path);
    RETURN_IF_ERROR(WriteShape(options.shape, path));
  }
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::FindModelFiles(path));
  ASSIGN_OR_RETURN(const architecture::Architecture a, model::ReadArchitecture(files));
  ASSIGN_OR_RETURN(std::shared_ptr<const tensor_io::TensorSource> weights,
                   model::OpenWeights(files));
  ASSIGN_OR_RETURN(const model::ComputeDevice device, model::ComputeDevice::Open(options.device));
  numeric::ThreadPool pool(options.threads, model::UseOneInnerThread);
  ASSIGN_OR_RETURN(const auto decoder,
                   model::StreamDecoder::Create(
                       a, std::move(weights),
                       {.pool = &pool,
                        .precision = options.dtype == "bfloat16" ? model::Precision::kBFloat16
                                                                 : model::Precision::kFloat32,
                        .device = device}));
  numeric::RandomStream stream(1, "bench");
  std::vector<int64_t> ids;
  model::TokenSequences tokens{.ids = {}, .offsets = {0}};
  for (int i = 1; i <= options.batch; ++i) tokens.offsets.push_back(int64_t{i} * options.sequence);
  for (int64_t i = 0; i < tokens.offsets.back(); ++i) {
    ids.push_back(static_cast<int64_t>(stream.Below(static_cast<uint64_t>(a.vocab_size))));
  }
  tokens.ids = ids;
  RETURN_IF_ERROR(decoder->Check(tokens));
  const int64_t rows = tokens.tokens();
  const bool large = rows * a.hidden_size * a.layers * 8 > kMostInMemory;
  const bool logits = options.logits == "yes";
  ASSIGN_OR_RETURN(Cloud cloud, Cloud::Create({.layers = a.layers,
                                               .rows = rows,
                                               .width = a.hidden_size,
                                               .vocabulary = logits ? a.vocab_size : 0},
                                              large ? folder.path() + "/cloud" : ""));
  std::vector<float> states(static_cast<size_t>(rows * a.hidden_size));
  std::vector<Run> runs;
  for (int i = 0; i < options.runs; ++i) {
    ASSIGN_OR_RETURN(const Run run, Time(*decoder, tokens, logits, cloud, states));
    runs.push_back(run);
  }
  return Report(options, std::move(runs));
}

int Main(int argc, char** argv) {
  Options options;
  host::FlagSet flags;
  flags.Add("model", "DIR", "Checkpoint to read.", &options.model);
  flags.Add("shape", "NAME", "Random model instead: llama-134m.", &options.shape);
  flags.Add("dtype", "TYPE", "float32 or bfloat16.", &options.dtype);
  flags.Add("device", "DEVICE", "cpu, cuda or cuda:N.", &options.device);
  flags.Add("logits", "yes|no", "Whether the head runs too.", &options.logits);
  flags.AddInt("batch", "B", "Sequences.", 1, 1 << 20, &options.batch);
  flags.AddInt("sequence", "S", "Tokens of each.", 1, 1 << 20, &options.sequence);
  flags.AddInt("threads", "N", "Threads.", 1, 1024, &options.threads);
  flags.AddInt("runs", "N", "Runs, of which the median counts.", 1, 1000, &options.runs);
  if (const absl::Status status = flags.Parse({argv + 1, argv + argc}); !status.ok()) {
    std::fprintf(stderr, "capture_bench: %s\n", std::string(status.message()).c_str());
    return 2;
  }
  const absl::StatusOr<Json> result = Bench(options);
  if (!result.ok()) {
    std::fprintf(stderr, "capture_bench: %s\n", std::string(result.status().message()).c_str());
    return 1;
  }
  std::printf("%s\n", result->dump().c_str());
  return 0;
}

}  // namespace
}  // namespace widthlab::capture

int main(int argc, char** argv) { return widthlab::capture::Main(argc, argv); }
