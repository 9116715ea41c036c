#include "common/model/stream_decoder.h"

#include <future>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/device_backend.h"
#include "common/model/host_backend.h"
#include "common/model/layer_pass.h"
#include "common/model/layer_weights.h"
#include "common/model/pool_tasks.h"
#include "common/model/rotary_angles.h"
#include "common/model/source_check.h"
#include "common/model/stream_backend.h"
#include "common/model/stream_kernels.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {

using architecture::StoredTensor;

namespace {

std::unique_ptr<const StreamBackend> MakeBackend(const StreamModel& model,
                                                 const StreamOptions& options) {
  if (options.device.is_host()) return MakeHostBackend(model, *options.pool);
  return MakeDeviceBackend(model, options.device);
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
        backend_(MakeBackend({.architecture = a_,
                              .source = *source_,
                              .prefix = prefix_,
                              .precision = options.precision,
                              .cancelled = options.cancelled},
                             options)) {}

  const architecture::Architecture& architecture() const { return a_; }

  absl::Status Embed(const TokenSequences& tokens, absl::Span<float> states) const {
    const std::vector<StoredTensor> outer = architecture::OuterTensors(a_, prefix_);
    const std::string& name = outer.front().name;
    const auto d = static_cast<size_t>(a_.hidden_size);
    std::vector<float> positions;
    if (a_.positions == architecture::Positions::kLearned) {
      positions.resize(static_cast<size_t>(tokens.longest()) * d);
      RETURN_IF_ERROR(source_->ReadRows(outer[1].name, 0, absl::MakeSpan(positions)));
    }
    const auto scale = static_cast<float>(a_.embedding_scale);
    for (int64_t i = 0; i < tokens.count(); ++i) {
      for (int64_t t = 0; t < tokens.length(i); ++t) {
        const auto at = static_cast<size_t>(tokens.begin(i) + t);
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
      return StatesNotFinite(tokens, states, "the embedding");
    }
    return absl::OkStatus();
  }

  absl::Status RunLayers(const TokenSequences& tokens, int64_t first, int64_t last,
                         absl::Span<float> states, LayerVisitor& visitor) const {
    const RotaryAngles angles(a_, tokens.longest());
    const auto load = [this](int64_t layer) -> absl::StatusOr<LayerWeights> {
      return Guarded([&]() -> absl::StatusOr<LayerWeights> {
        return LoadWeights(a_, layer, architecture::LayerTensors(a_, layer, prefix_), *source_,
                           backend_->format());
      });
    };
    std::future<absl::StatusOr<LayerWeights>> next;
    if (first < last) next = std::async(std::launch::async, load, first);
    for (int64_t layer = first; layer < last; ++layer) {
      const absl::StatusOr<LayerWeights> weights = next.get();
      if (!weights.ok()) return weights.status();
      if (layer + 1 < last) next = std::async(std::launch::async, load, layer + 1);
      ASSIGN_OR_RETURN(const std::unique_ptr<LayerPass> pass,
                       backend_->Enter(layer, *weights, angles));
      RETURN_IF_ERROR(RunLayer(*pass, layer, tokens, states, visitor));
      for (const std::string& name : weights->mapped()) source_->Release(name);
    }
    return absl::OkStatus();
  }

  absl::Status Head(const TokenSequences& tokens, absl::Span<const float> states,
                    const HeadOutputs& outputs) const {
    RETURN_IF_ERROR(backend_->Head(states, NextTokens(tokens), outputs));
    return source_->CheckUnchanged();
  }

  absl::Status Logits(absl::Span<const float> states, absl::Span<float> logits) const {
    RETURN_IF_ERROR(backend_->Head(states, {}, {.logits = logits}));
    return source_->CheckUnchanged();
  }

 private:
  absl::Status RunLayer(const LayerPass& pass, int64_t index, const TokenSequences& tokens,
                        absl::Span<float> states, LayerVisitor& visitor) const {
    const bool apart = visitor.wants_contributions();
    std::vector<float> update(apart ? states.size() : 0);
    const auto add = [&] {
      if (apart) AddTo(update.data(), static_cast<int64_t>(states.size()), states.data());
    };
    RETURN_IF_ERROR(pass.Attend(tokens, states, absl::MakeSpan(update)));
    RETURN_IF_ERROR(source_->CheckUnchanged());
    if (apart) RETURN_IF_ERROR(visitor.AttentionUpdate(index, absl::MakeSpan(update)));
    add();
    RETURN_IF_ERROR(visitor.FfnIn(index, states));
    std::vector<float> normed(visitor.wants_ffn_norm() ? states.size() : 0);
    RETURN_IF_ERROR(
        pass.FeedForward(tokens, states, absl::MakeSpan(normed), absl::MakeSpan(update)));
    RETURN_IF_ERROR(source_->CheckUnchanged());
    if (!normed.empty()) RETURN_IF_ERROR(visitor.FfnNorm(index, normed));
    if (apart) RETURN_IF_ERROR(visitor.FfnUpdate(index, absl::MakeSpan(update)));
    add();
    if (!AllFinite(states.data(), static_cast<int64_t>(states.size()))) {
      RETURN_IF_ERROR(CheckFinite(architecture::LayerTensors(a_, index, prefix_), *source_));
      return StatesNotFinite(tokens, states, absl::StrCat("layer ", index));
    }
    return visitor.FfnOut(index, states);
  }

  const architecture::Architecture a_;
  const std::shared_ptr<const tensor_io::TensorSource> source_;
  const std::string prefix_;
  const std::unique_ptr<const StreamBackend> backend_;
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
  return CheckTokens(architecture(), tokens);
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

}  // namespace widthlab::model
