// What tests of the layer-streaming decoder share: the models under tests/data/models, with what
// the reference implementation computes from them (tests/data/README.md), and visitors that keep
// what they see.
#ifndef WIDTHLAB_COMMON_MODEL_STREAM_FIXTURE_H_
#define WIDTHLAB_COMMON_MODEL_STREAM_FIXTURE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/compute_device.h"
#include "common/model/stream_decoder.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::model {

// Every family.
inline constexpr const char* kFixtureModels[] = {"llama-tiny",  "llama-tied",  "mistral-tiny",
                                                 "gemma2-tiny", "gemma3-tiny", "gpt2-tiny",
                                                 "qwen2-tiny",  "qwen3-tiny",  "olmo2-tiny"};

std::string FixtureFolder(const std::string& model);
architecture::Architecture FixtureArchitecture(const std::string& model);

// The largest relative L2 error of a row [rows, width].
double LargestRowError(absl::Span<const float> got, absl::Span<const float> wanted, int64_t width);

// Keeps what it sees.
class Recorder : public LayerVisitor {
 public:
  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override;
  absl::Status FfnOut(int64_t layer, absl::Span<float> states) override;
  std::vector<std::vector<float>> ffn_in, ffn_out;
};

// The same, with every optional view.
class FullRecorder : public Recorder {
 public:
  bool wants_contributions() const override { return true; }
  bool wants_ffn_norm() const override { return true; }
  absl::Status AttentionUpdate(int64_t layer, absl::Span<float> update) override;
  absl::Status FfnNorm(int64_t layer, absl::Span<const float> normed) override;
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override;
  std::vector<std::vector<float>> attention, normed, updates;
};

struct FixtureOptions {
  int threads = 2;
  Precision precision = Precision::kFloat32;
  ComputeDevice device = {};
};

// A decoder of one of kFixtureModels over its two sequences of 48 tokens.
class FixtureModel {
 public:
  explicit FixtureModel(const std::string& name, const FixtureOptions& options = {});

  // Embedding and layers [0, last); all of them below 0.
  absl::Status Run(LayerVisitor& visitor, int64_t last = -1);

  // Runs everything, and expects of each row of states an error below 1e-5, of logits one below
  // 1e-3, of the loss one below 1e-4.
  void ExpectTheReference();

  architecture::Architecture a;
  numeric::ThreadPool pool;
  std::unique_ptr<StreamDecoder> decoder;
  std::vector<int64_t> ids;
  TokenSequences tokens;
  std::vector<float> states;

 private:
  void ExpectStates(const Recorder& recorder) const;
  void ExpectHead() const;

  const std::string name_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STREAM_FIXTURE_H_
