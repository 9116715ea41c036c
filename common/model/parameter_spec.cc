#include "common/model/parameter_spec.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/numeric/random_stream.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

constexpr double kInitStddev = 0.02;

using architecture::Architecture;
using architecture::LayerShape;

void AddLayer(const Architecture& a, int64_t layer, std::vector<ParameterSpec>& specs) {
  const LayerShape shape = architecture::ShapeOfLayer(a, layer);
  const int64_t d = shape.residual_width;
  const double output_stddev = kInitStddev / std::sqrt(2.0 * static_cast<double>(a.layers));
  const std::string prefix = absl::StrCat("model.layers.", layer, ".");
  const auto matrix = [&](const char* name, int64_t rows, int64_t columns, double stddev) {
    specs.push_back({absl::StrCat(prefix, name, ".weight"), {rows, columns}, stddev});
  };
  specs.push_back({absl::StrCat(prefix, "input_layernorm.weight"), {d}, 0});
  matrix("self_attn.q_proj", shape.query_width, d, kInitStddev);
  matrix("self_attn.k_proj", shape.kv_width, d, kInitStddev);
  matrix("self_attn.v_proj", shape.kv_width, d, kInitStddev);
  matrix("self_attn.o_proj", d, shape.query_width, output_stddev);
  if (shape.ffn_width == 0) return;
  specs.push_back({absl::StrCat(prefix, "post_attention_layernorm.weight"), {d}, 0});
  matrix("mlp.gate_proj", shape.ffn_width, d, kInitStddev);
  matrix("mlp.up_proj", shape.ffn_width, d, kInitStddev);
  matrix("mlp.down_proj", d, shape.ffn_width, output_stddev);
}

// Heads may have any width.
bool IsOwnWithHeadDim(Architecture a) {
  a.head_dim = a.hidden_size / a.heads;
  return !architecture::HasTraits(a);
}

}  // namespace

int64_t ParameterSpec::size() const {
  int64_t product = 1;
  for (const int64_t dimension : shape) product *= dimension;
  return product;
}

std::vector<ParameterSpec> ParameterSpecs(const Architecture& a) {
  std::vector<ParameterSpec> specs;
  specs.push_back({"model.embed_tokens.weight", {a.vocab_size, a.hidden_size}, kInitStddev});
  for (int64_t layer = 0; layer < a.layers; ++layer) AddLayer(a, layer, specs);
  specs.push_back({"model.norm.weight", {a.hidden_size}, 0});
  if (!a.tied_embeddings) {
    specs.push_back({"lm_head.weight", {a.vocab_size, a.hidden_size}, kInitStddev});
  }
  return specs;
}

void FillInitialValues(const ParameterSpec& spec, uint64_t seed, absl::Span<float> out) {
  if (spec.init_stddev == 0) {
    std::fill(out.begin(), out.end(), 1.0f);
    return;
  }
  numeric::RandomStream(seed, absl::StrCat("init/", spec.name)).FillNormal(out, spec.init_stddev);
}

absl::Status CheckSupported(const Architecture& a) {
  RETURN_IF_ERROR(architecture::Validate(a));
  if (a.experts != 0) {
    return InvalidField("num_experts", absl::StrCat(a.experts), "0: this decoder has dense FFNs");
  }
  if (!a.residual_widths.empty()) {
    return InvalidFieldBecause("residual_widths", "this decoder has one residual width");
  }
  if (a.feed_forward != architecture::FeedForward::kGated ||
      a.activation != architecture::Activation::kSilu) {
    return InvalidFieldBecause("mlp_type", "this decoder has gated SiLU FFNs only");
  }
  if (a.qkv_bias || a.attention_output_bias || a.ffn_bias) {
    return InvalidFieldBecause("attention_bias", "this decoder has no biases");
  }
  if (!IsOwnWithHeadDim(a)) {
    return InvalidFieldBecause(
        "model_type", absl::StrCat("this decoder has none of the traits of ", a.model_type));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::model
