#include "common/model/stream_decoder.h"

#include <ATen/ATen.h>
#include <ATen/Version.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/head_forward.h"
#include "common/model/layer_forward.h"
#include "common/model/pool_tasks.h"
#include "common/model/source_check.h"
#include "common/model/stream_kernels.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

using architecture::StoredTensor;

// Rows [begin, begin + rows) of all tokens, at `position` of their sequence.
struct Block {
  int64_t begin = 0;
  int64_t rows = 0;
  int64_t position = 0;
};

std::vector<Block> BlocksOf(const TokenSequences& tokens, int64_t first, int64_t last) {
  std::vector<Block> blocks;
  for (int64_t i = first; i < last; ++i) {
    const int64_t begin = tokens.offsets[static_cast<size_t>(i)];
    const int64_t end = tokens.offsets[static_cast<size_t>(i) + 1];
    for (int64_t at = begin; at < end; at += kTokenBlock) {
      blocks.push_back({at, std::min(kTokenBlock, end - at), at - begin});
    }
  }
  return blocks;
}

// True where LibTorch has products of bfloat16 that are not slower than those of float32.
bool HasBFloat16Products() { return at::get_cpu_capability().find("AVX512") != std::string::npos; }

WeightType TypeFor(Precision precision) {
  if (precision == Precision::kFloat32) return WeightType::kFloat32;
  return HasBFloat16Products() ? WeightType::kBFloat16 : WeightType::kRounded;
}

}  // namespace

class StreamDecoder::Implementation {
 public:
  Implementation(const architecture::Architecture& a,
                 std::shared_ptr<const tensor_io::TensorSource> source, std::string prefix,
                 const StreamOptions& options)
      : a_(a),
        source_(std::move(source)),
        prefix_(std::move(prefix)),
        options_(options),
        type_(TypeFor(options.precision)) {}

  const architecture::Architecture& architecture() const { return a_; }

  absl::Status Check(const TokenSequences& tokens) const {
    if (tokens.count() < 1) return InvalidField("sequences", "none", "at least one");
    for (int64_t i = 0; i < tokens.count(); ++i) {
      const int64_t length = LengthOf(tokens, i);
      if (length >= 1 && length <= a_.max_positions) continue;
      return InvalidField(
          "sequences", absl::StrCat("sequence ", i, " of ", length, " tokens"),
          absl::StrCat("of 1 to ", a_.max_positions, " tokens, the positions of the model"));
    }
    for (int64_t i = 0; i < tokens.count(); ++i) {
      for (int64_t at = tokens.offsets[static_cast<size_t>(i)];
           at < tokens.offsets[static_cast<size_t>(i) + 1]; ++at) {
        const int64_t id = tokens.ids[static_cast<size_t>(at)];
        if (id >= 0 && id < a_.vocab_size) continue;
        return InvalidField(
            "token_id",
            absl::StrCat(id, " (sequence ", i, ", position ",
                         at - tokens.offsets[static_cast<size_t>(i)], ")"),
            absl::StrCat("in [0, ", a_.vocab_size, "), the vocabulary of the model"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Embed(const TokenSequences& tokens, absl::Span<float> states) const {
    const std::vector<StoredTensor> outer = architecture::OuterTensors(a_, prefix_);
    const std::string& name = outer.front().name;
    const auto d = static_cast<size_t>(a_.hidden_size);
    std::vector<float> positions;
    if (a_.positions == architecture::Positions::kLearned) {
      positions.resize(static_cast<size_t>(LongestOf(tokens)) * d);
      RETURN_IF_ERROR(source_->ReadRows(outer[1].name, 0, absl::MakeSpan(positions)));
    }
    const auto scale = static_cast<float>(a_.embedding_scale);
    for (int64_t i = 0; i < tokens.count(); ++i) {
      for (int64_t t = 0; t < LengthOf(tokens, i); ++t) {
        const auto at = static_cast<size_t>(tokens.offsets[static_cast<size_t>(i)] + t);
        const absl::Span<float> row = states.subspan(at * d, d);
        RETURN_IF_ERROR(source_->ReadRows(name, tokens.ids[at], row));
        if (scale != 1) {
          for (float& value : row) value *= scale;
        }
        if (!positions.empty()) {
          AddTo(&positions[static_cast<size_t>(t) * d], a_.hidden_size, row.data());
        }
      }
    }
    source_->Release(name);
    RETURN_IF_ERROR(source_->CheckUnchanged());
    if (!AllFinite(states.data(), static_cast<int64_t>(states.size()))) {
      RETURN_IF_ERROR(CheckFinite(outer, *source_));
      return NotFinite(tokens, states, "the embedding");
    }
    return absl::OkStatus();
  }

  absl::Status RunLayers(const TokenSequences& tokens, int64_t first, int64_t last,
                         absl::Span<float> states, LayerVisitor& visitor) const {
    const RotaryAngles angles(a_, LongestOf(tokens));
    const auto load = [this](int64_t layer) -> absl::StatusOr<LayerWeights> {
      return Guarded([&]() -> absl::StatusOr<LayerWeights> {
        return LoadWeights(a_, layer, architecture::LayerTensors(a_, layer, prefix_), *source_,
                           type_);
      });
    };
    std::future<absl::StatusOr<LayerWeights>> next;
    if (first < last) next = std::async(std::launch::async, load, first);
    for (int64_t layer = first; layer < last; ++layer) {
      const absl::StatusOr<LayerWeights> weights = next.get();
      if (!weights.ok()) return weights.status();
      if (layer + 1 < last) next = std::async(std::launch::async, load, layer + 1);
      const LayerForward forward(a_, *weights, layer, angles, type_);
      RETURN_IF_ERROR(RunLayer(forward, layer, tokens, states, visitor));
      for (const std::string& name : weights->mapped()) source_->Release(name);
    }
    return absl::OkStatus();
  }

  absl::Status Head(const TokenSequences& tokens, absl::Span<const float> states,
                    const HeadOutputs& outputs) const {
    std::vector<int64_t> targets(static_cast<size_t>(tokens.tokens()), -1);
    for (int64_t i = 0; i < tokens.count(); ++i) {
      for (int64_t at = tokens.offsets[static_cast<size_t>(i)];
           at + 1 < tokens.offsets[static_cast<size_t>(i) + 1]; ++at) {
        targets[static_cast<size_t>(at)] = tokens.ids[static_cast<size_t>(at) + 1];
      }
    }
    const HeadForward head(a_, prefix_, *source_, type_, Tasks());
    RETURN_IF_ERROR(Guarded([&] {
      return head.Run(states, targets, outputs.losses, outputs.logits, outputs.likeliest);
    }));
    return source_->CheckUnchanged();
  }

  absl::Status Logits(absl::Span<const float> states, absl::Span<float> logits) const {
    const HeadForward head(a_, prefix_, *source_, type_, Tasks());
    RETURN_IF_ERROR(Guarded([&] { return head.Run(states, {}, {}, logits, {}); }));
    return source_->CheckUnchanged();
  }

 private:
  static int64_t LengthOf(const TokenSequences& tokens, int64_t i) {
    return tokens.offsets[static_cast<size_t>(i) + 1] - tokens.offsets[static_cast<size_t>(i)];
  }

  static int64_t LongestOf(const TokenSequences& tokens) {
    int64_t longest = 1;
    for (int64_t i = 0; i < tokens.count(); ++i) longest = std::max(longest, LengthOf(tokens, i));
    return longest;
  }

  PoolTasks Tasks() const { return PoolTasks(*options_.pool, options_.cancelled); }

  absl::Status RunLayer(const LayerForward& layer, int64_t index, const TokenSequences& tokens,
                        absl::Span<float> states, LayerVisitor& visitor) const {
    const bool apart = visitor.wants_contributions();
    std::vector<float> update(apart ? states.size() : 0);
    const auto add = [&] {
      if (apart) AddTo(update.data(), static_cast<int64_t>(states.size()), states.data());
    };
    RETURN_IF_ERROR(RunAttention(layer, tokens, states, update));
    RETURN_IF_ERROR(source_->CheckUnchanged());
    if (apart) RETURN_IF_ERROR(visitor.AttentionUpdate(index, absl::MakeSpan(update)));
    add();
    RETURN_IF_ERROR(visitor.FfnIn(index, states));
    std::vector<float> normed(visitor.wants_ffn_norm() ? states.size() : 0);
    RETURN_IF_ERROR(RunFeedForward(layer, tokens, states, normed, update));
    RETURN_IF_ERROR(source_->CheckUnchanged());
    if (!normed.empty()) RETURN_IF_ERROR(visitor.FfnNorm(index, normed));
    if (apart) RETURN_IF_ERROR(visitor.FfnUpdate(index, absl::MakeSpan(update)));
    add();
    if (!AllFinite(states.data(), static_cast<int64_t>(states.size()))) {
      RETURN_IF_ERROR(CheckFinite(architecture::LayerTensors(a_, index, prefix_), *source_));
      return NotFinite(tokens, states, absl::StrCat("layer ", index));
    }
    return visitor.FfnOut(index, states);
  }

  // What attention adds goes to `update` [tokens, d], or to `states` where that is empty.
  absl::Status RunAttention(const LayerForward& layer, const TokenSequences& tokens,
                            absl::Span<float> states, std::vector<float>& update) const {
    for (int64_t first = 0; first < tokens.count();) {
      int64_t last = first + 1;
      const int64_t begin = tokens.offsets[static_cast<size_t>(first)];
      while (last < tokens.count() &&
             tokens.offsets[static_cast<size_t>(last) + 1] - begin <= kTokensAtOnce) {
        ++last;
      }
      RETURN_IF_ERROR(AttendSome(layer, tokens, first, last, states, update));
      first = last;
    }
    return absl::OkStatus();
  }

  absl::Status AttendSome(const LayerForward& layer, const TokenSequences& tokens, int64_t first,
                          int64_t last, absl::Span<float> states,
                          std::vector<float>& update) const {
    const int64_t d = a_.hidden_size, origin = tokens.offsets[static_cast<size_t>(first)];
    const int64_t count = tokens.offsets[static_cast<size_t>(last)] - origin;
    const std::vector<Block> blocks = BlocksOf(tokens, first, last);
    const auto n = static_cast<int64_t>(blocks.size());
    const at::Tensor qkv = at::empty({count, layer.qkv_width()}, at::kFloat);
    const at::Tensor mixed = at::empty({count, layer.query_width()}, at::kFloat);
    float* const qkv_data = qkv.mutable_data_ptr<float>();
    float* const mixed_data = mixed.mutable_data_ptr<float>();
    RETURN_IF_ERROR(Tasks().Run(n, [&](int64_t i) {
      const Block& b = blocks[static_cast<size_t>(i)];
      layer.Project(states.data() + b.begin * d, b.position, b.rows,
                    qkv_data + (b.begin - origin) * layer.qkv_width());
    }));
    RETURN_IF_ERROR(Tasks().Run((last - first) * a_.kv_heads, [&](int64_t i) {
      const int64_t sequence = first + i / a_.kv_heads;
      const int64_t row = tokens.offsets[static_cast<size_t>(sequence)] - origin;
      layer.Attend(qkv_data + row * layer.qkv_width(), LengthOf(tokens, sequence), i % a_.kv_heads,
                   mixed_data + row * layer.query_width());
    }));
    return Tasks().Run(n, [&](int64_t i) {
      const Block& b = blocks[static_cast<size_t>(i)];
      const float* rows = mixed_data + (b.begin - origin) * layer.query_width();
      if (!update.empty()) {
        layer.Output(rows, b.rows, update.data() + b.begin * d);
        return;
      }
      const at::Tensor out = at::empty({b.rows * d}, at::kFloat);
      layer.Output(rows, b.rows, out.mutable_data_ptr<float>());
      AddTo(out.const_data_ptr<float>(), b.rows * d, states.data() + b.begin * d);
    });
  }

  absl::Status RunFeedForward(const LayerForward& layer, const TokenSequences& tokens,
                              absl::Span<float> states, std::vector<float>& normed,
                              std::vector<float>& update) const {
    const int64_t d = a_.hidden_size;
    const std::vector<Block> blocks = BlocksOf(tokens, 0, tokens.count());
    return Tasks().Run(static_cast<int64_t>(blocks.size()), [&](int64_t i) {
      const Block& b = blocks[static_cast<size_t>(i)];
      const at::Tensor own = at::empty({2 * b.rows * d}, at::kFloat);
      float* const memory = own.mutable_data_ptr<float>();
      float* const norm = normed.empty() ? memory : normed.data() + b.begin * d;
      float* const out = update.empty() ? memory + b.rows * d : update.data() + b.begin * d;
      layer.FeedForward(states.data() + b.begin * d, b.rows, norm, out);
      if (update.empty()) AddTo(out, b.rows * d, states.data() + b.begin * d);
    });
  }

  absl::Status NotFinite(const TokenSequences& tokens, absl::Span<const float> states,
                         const std::string& where) const {
    const int64_t d = a_.hidden_size;
    for (int64_t i = 0; i < tokens.count(); ++i) {
      for (int64_t t = 0; t < LengthOf(tokens, i); ++t) {
        const int64_t at = tokens.offsets[static_cast<size_t>(i)] + t;
        if (AllFinite(states.data() + at * d, d)) continue;
        return MakeError(absl::StatusCode::kFailedPrecondition,
                         {.reason = "STATES_NOT_FINITE", .field = "model"},
                         absl::StrCat("the model's states are not finite in ", where, ", sequence ",
                                      i, ", position ", t));
      }
    }
    return absl::InternalError("states are finite after all");
  }

  const architecture::Architecture a_;
  const std::shared_ptr<const tensor_io::TensorSource> source_;
  const std::string prefix_;
  const StreamOptions options_;
  const WeightType type_;
};

StreamDecoder::StreamDecoder(std::unique_ptr<const Implementation> implementation)
    : implementation_(std::move(implementation)) {}

StreamDecoder::~StreamDecoder() = default;

absl::StatusOr<std::unique_ptr<StreamDecoder>> StreamDecoder::Create(
    const architecture::Architecture& a, std::shared_ptr<const tensor_io::TensorSource> source,
    const StreamOptions& options) {
  RETURN_IF_ERROR(architecture::Validate(a));
  if (a.experts != 0) {
    return InvalidField("num_experts", absl::StrCat(a.experts), "0: this decoder has dense FFNs");
  }
  if (!a.residual_widths.empty()) {
    return InvalidFieldBecause("residual_widths", "this decoder has one residual width");
  }
  ASSIGN_OR_RETURN(std::string prefix, CheckSource(a, *source));
  return std::unique_ptr<StreamDecoder>(new StreamDecoder(
      std::make_unique<const Implementation>(a, std::move(source), std::move(prefix), options)));
}

const architecture::Architecture& StreamDecoder::architecture() const {
  return implementation_->architecture();
}

absl::Status StreamDecoder::Check(const TokenSequences& tokens) const {
  return implementation_->Check(tokens);
}

absl::Status StreamDecoder::Embed(const TokenSequences& tokens, absl::Span<float> states) const {
  return implementation_->Embed(tokens, states);
}

absl::Status StreamDecoder::RunLayers(const TokenSequences& tokens, int64_t first, int64_t last,
                                      absl::Span<float> states, LayerVisitor& visitor) const {
  return Guarded([&] { return implementation_->RunLayers(tokens, first, last, states, visitor); });
}

absl::Status StreamDecoder::Head(const TokenSequences& tokens, absl::Span<const float> states,
                                 const HeadOutputs& outputs) const {
  return implementation_->Head(tokens, states, outputs);
}

absl::Status StreamDecoder::Logits(absl::Span<const float> states, absl::Span<float> logits) const {
  return implementation_->Logits(states, logits);
}

int64_t StreamMemoryBytes(const architecture::Architecture& a, Precision precision, int64_t tokens,
                          int64_t longest) {
  const int64_t bytes = TypeFor(precision) == WeightType::kBFloat16 ? 2 : 4;
  int64_t largest = 0, widest = 0;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    int64_t weights = 0;
    for (const StoredTensor& tensor : architecture::LayerTensors(a, layer, "")) {
      weights += tensor.element_count();
    }
    largest = std::max(largest, weights);
    const architecture::LayerShape s = architecture::ShapeOfLayer(a, layer);
    widest = std::max(widest, 2 * (s.query_width + s.kv_width));
  }
  const int64_t at_once = std::min(std::max(kTokensAtOnce, longest), tokens);
  const int64_t head = std::min(a.vocab_size, kVocabularyPiece) * a.hidden_size;
  return std::max(2 * largest * bytes, largest * bytes + head * 4) +
         4 * (2 * tokens * a.hidden_size + at_once * widest);
}

}  // namespace widthlab::model
