#include "common/model/decoder.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/model/attention.h"
#include "common/model/functions.h"
#include "common/model/kernels.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

at::Tensor View(absl::Span<const float> values, at::IntArrayRef shape) {
  // Never written through: LibTorch has no tensor over const memory.
  return at::from_blob(const_cast<float*>(values.data()), shape, at::kFloat);
}

at::Tensor Ids(absl::Span<const int64_t> ids) {
  return at::from_blob(const_cast<int64_t*>(ids.data()), {static_cast<int64_t>(ids.size())},
                       at::kLong);
}

absl::Span<const float> ValuesOf(const at::Tensor& tensor) {
  return {tensor.const_data_ptr<float>(), static_cast<size_t>(tensor.numel())};
}

// Ends a pass through LibTorch's code.
struct Cancelled : std::exception {};

// Runs `body` and turns what LibTorch throws into a status.
template <typename Body>
auto Guarded(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const Cancelled&) {
    return absl::CancelledError("cancelled on request");
  } catch (const std::exception& error) {
    return absl::InternalError(absl::StrCat("LibTorch: ", error.what()));
  }
}

}  // namespace

class Decoder::Implementation {
 public:
  Implementation(const Parameters& parameters, const DecoderOptions& options)
      : parameters_(parameters),
        options_(options),
        rotary_(parameters.architecture().rope_theta, options.longest_sequence,
                architecture::ShapeOfLayer(parameters.architecture(), 0).head_dim) {}

  // The weights as tensors over their memory, in the order of the specs.
  std::vector<at::Tensor> Leaves(bool with_gradient) const {
    std::vector<at::Tensor> leaves;
    leaves.reserve(parameters_.specs().size());
    for (size_t i = 0; i < parameters_.specs().size(); ++i) {
      leaves.push_back(View(parameters_.Tensor(i), parameters_.specs()[i].shape));
      if (with_gradient) leaves.back().requires_grad_(true);
    }
    return leaves;
  }

  // What the attention of every layer needs for this batch.
  AttentionCall CallFor(const TokenBatch& batch) const {
    const architecture::Architecture& a = parameters_.architecture();
    AttentionCall call{.shape = {.sequences = batch.sequences,
                                 .length = batch.length,
                                 .heads = a.heads,
                                 .kv_heads = a.kv_heads,
                                 .head_dim = architecture::ShapeOfLayer(a, 0).head_dim},
                       .rotary = &rotary_};
    if (options_.cancelled) {
      call.check = [this] {
        if (options_.cancelled()) throw Cancelled();
      };
    }
    return call;
  }

  // Logits [tokens, vocabulary] from weights as Leaves gives them. `call` is CallFor(batch) and
  // outlives the way back.
  at::Tensor Forward(const std::vector<at::Tensor>& leaves, const TokenBatch& batch,
                     const AttentionCall& call, const LayerObserver& observer) const {
    const architecture::Architecture& a = parameters_.architecture();
    auto next = leaves.begin();
    const at::Tensor embedding = *next++;
    at::Tensor x = at::embedding(embedding, Ids(batch.ids));
    for (int64_t layer = 0; layer < a.layers; ++layer) {
      x = x + Attention(x, call, next);
      const at::Tensor ffn_in = x;
      if (a.ffn_widths[static_cast<size_t>(layer)] > 0) x = x + FeedForward(x, next);
      if (observer) {
        observer({.layer = layer, .ffn_in = ValuesOf(ffn_in), .ffn_out = ValuesOf(x)});
      }
    }
    x = RmsNorm(x, *next++, a.norm_eps);
    return Linear(x, a.tied_embeddings ? embedding : *next);
  }

  absl::Status Check(const TokenBatch& batch, absl::Span<const int64_t> targets) const {
    if (batch.sequences < 1 || batch.length < 1 || batch.length > options_.longest_sequence ||
        static_cast<int64_t>(batch.ids.size()) != batch.sequences * batch.length) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a batch of ", batch.sequences, " sequences of ", batch.length, " tokens (at ", "most ",
          options_.longest_sequence, ") has ", batch.ids.size(), " ids"));
    }
    const int64_t vocabulary = parameters_.architecture().vocab_size;
    for (const int64_t id : batch.ids) {
      if (id < 0 || id >= vocabulary) {
        return InvalidField("token_id", absl::StrCat(id), absl::StrCat("in [0, ", vocabulary, ")"));
      }
    }
    for (const int64_t id : targets) {
      if (id >= vocabulary) {
        return InvalidField("target", absl::StrCat(id), absl::StrCat("below ", vocabulary));
      }
    }
    if (targets.empty() || targets.size() == batch.ids.size()) return absl::OkStatus();
    return absl::InvalidArgumentError("there must be a target for every token");
  }

  const Parameters& parameters() const { return parameters_; }

 private:
  using Next = std::vector<at::Tensor>::const_iterator;

  at::Tensor Linear(const at::Tensor& x, const at::Tensor& weight) const {
    if (options_.precision == Precision::kFloat32) return at::mm(x, weight.t());
    return at::mm(x.to(at::kBFloat16), weight.to(at::kBFloat16).t()).to(at::kFloat);
  }

  at::Tensor Attention(const at::Tensor& x, const AttentionCall& call, Next& next) const {
    const at::Tensor normed = RmsNorm(x, *next++, parameters_.architecture().norm_eps);
    const at::Tensor q = Linear(normed, *next++);
    const at::Tensor k = Linear(normed, *next++);
    const at::Tensor v = Linear(normed, *next++);
    return Linear(CausalAttention(q, k, v, call), *next++);
  }

  at::Tensor FeedForward(const at::Tensor& x, Next& next) const {
    const at::Tensor normed = RmsNorm(x, *next++, parameters_.architecture().norm_eps);
    const at::Tensor gate = Linear(normed, *next++);
    const at::Tensor up = Linear(normed, *next++);
    return Linear(GatedSilu(gate, up), *next++);
  }

  const Parameters& parameters_;
  const DecoderOptions options_;
  const RotaryTable rotary_;
};

Decoder::Decoder(const Parameters& parameters, const DecoderOptions& options)
    : implementation_(std::make_unique<const Implementation>(parameters, options)) {}

Decoder::~Decoder() = default;

absl::Status Decoder::Losses(const TokenBatch& batch, absl::Span<const int64_t> targets,
                             const LayerObserver& observer, absl::Span<double> losses) const {
  RETURN_IF_ERROR(implementation_->Check(batch, targets));
  return Guarded([&]() -> absl::Status {
    const at::NoGradGuard no_gradient;
    const AttentionCall call = implementation_->CallFor(batch);
    at::Tensor logits =
        implementation_->Forward(implementation_->Leaves(false), batch, call, observer);
    CrossEntropy(logits.mutable_data_ptr<float>(), targets.data(), logits.size(0), logits.size(1),
                 0.0f, losses.data());
    return absl::OkStatus();
  });
}

absl::StatusOr<double> Decoder::LossAndGradient(const TokenBatch& batch,
                                                absl::Span<const int64_t> targets, double weight,
                                                absl::Span<float> gradient) const {
  RETURN_IF_ERROR(implementation_->Check(batch, targets));
  return Guarded([&]() -> absl::StatusOr<double> {
    const at::AutoGradMode with_gradient(true);
    const std::vector<at::Tensor> leaves = implementation_->Leaves(true);
    const AttentionCall call = implementation_->CallFor(batch);
    const at::Tensor logits = implementation_->Forward(leaves, batch, call, {});
    at::Tensor dlogits = logits.detach();
    std::vector<double> losses(batch.ids.size());
    CrossEntropy(dlogits.mutable_data_ptr<float>(), targets.data(), dlogits.size(0),
                 dlogits.size(1), static_cast<float>(weight), losses.data());
    const std::vector<at::Tensor> gradients = torch::autograd::grad({logits}, leaves, {dlogits});
    for (size_t i = 0; i < gradients.size(); ++i) {
      const absl::Span<const float> values = ValuesOf(gradients[i].contiguous());
      std::copy(values.begin(), values.end(),
                gradient.begin() + implementation_->parameters().offset(i));
    }
    double sum = 0;
    for (const double loss : losses) sum += loss;
    return sum;
  });
}

absl::StatusOr<std::vector<float>> Decoder::Logits(const TokenBatch& batch) const {
  RETURN_IF_ERROR(implementation_->Check(batch, {}));
  return Guarded([&]() -> absl::StatusOr<std::vector<float>> {
    const at::NoGradGuard no_gradient;
    const AttentionCall call = implementation_->CallFor(batch);
    const at::Tensor logits =
        implementation_->Forward(implementation_->Leaves(false), batch, call, {}).contiguous();
    const absl::Span<const float> values = ValuesOf(logits);
    return std::vector<float>(values.begin(), values.end());
  });
}

}  // namespace widthlab::model
