#include "common/architecture/architecture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::architecture {
namespace {

// Far above any model, low enough that no account below overflows 64 bits.
constexpr int64_t kMaxLayers = 10000;
constexpr int64_t kMaxWidth = int64_t{1} << 24;
constexpr int64_t kMaxExperts = 4096;
constexpr double kMaxParameters = 0x1p55;
constexpr double kMaxAttentionFlops = 0x1p60;

std::string ElementKey(std::string_view list, int64_t index) {
  return absl::StrCat(std::string(list), "[", index, "]");
}

absl::Status CheckRange(std::string_view key, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return InvalidField(key, absl::StrCat(value), absl::StrCat("in [", low, ", ", high, "]"));
}

absl::Status CheckLength(std::string_view key, size_t length, int64_t layers) {
  if (static_cast<int64_t>(length) == layers) return absl::OkStatus();
  return InvalidField(key, absl::StrCat(length, " entries"),
                      absl::StrCat("one entry a layer (", layers, ")"));
}

absl::Status CheckScalars(const Architecture& a) {
  if (a.model_type.empty()) return InvalidField("model_type", "\"\"", "a name");
  struct Row {
    std::string_view key;
    int64_t value, low, high;
  };
  const Row rows[] = {
      {"vocab_size", a.vocab_size, 1, kMaxWidth},
      {"hidden_size", a.hidden_size, 1, kMaxWidth},
      {"num_hidden_layers", a.layers, 1, kMaxLayers},
      {"num_attention_heads", a.heads, 1, kMaxWidth},
      {"num_key_value_heads", a.kv_heads, 1, kMaxWidth},
      {"head_dim", a.head_dim, 2, kMaxWidth},
      {"num_experts", a.experts, 0, kMaxExperts},
      {"max_position_embeddings", a.max_positions, 1, int64_t{1} << 40},
  };
  for (const Row& row : rows) {
    RETURN_IF_ERROR(CheckRange(row.key, row.value, row.low, row.high));
  }
  if (a.experts == 0) {
    return CheckRange("num_experts_per_tok", a.experts_per_token, 0, 0);
  }
  return CheckRange("num_experts_per_tok", a.experts_per_token, 1, a.experts);
}

absl::Status CheckReals(const Architecture& a) {
  if (!(std::isfinite(a.rope_theta) && a.rope_theta > 0)) {
    return InvalidField("rope_theta", absl::StrCat(a.rope_theta), "finite and above 0");
  }
  if (!(std::isfinite(a.norm_eps) && a.norm_eps > 0 && a.norm_eps < 1)) {
    return InvalidField("rms_norm_eps", absl::StrCat(a.norm_eps), "above 0 and below 1");
  }
  return absl::OkStatus();
}

// Optional reals: 0 means that the model does without.
absl::Status CheckTraitReals(const Architecture& a) {
  const std::pair<std::string_view, double> rows[] = {
      {"rope_local_base_freq", a.local_rope_theta},
      {"query_pre_attn_scalar", a.attention_scale},
      {"attn_logit_softcapping", a.attention_soft_cap},
      {"final_logit_softcapping", a.final_soft_cap},
  };
  for (const auto& [key, value] : rows) {
    if (!(std::isfinite(value) && value >= 0)) {
      return InvalidField(key, absl::StrCat(value), "finite and above 0");
    }
  }
  if (!(std::isfinite(a.embedding_scale) && a.embedding_scale > 0)) {
    return InvalidField("embedding_scale", absl::StrCat(a.embedding_scale), "finite and above 0");
  }
  return absl::OkStatus();
}

absl::Status CheckRopeScaling(const RopeScaling& scaling, int64_t head_dim) {
  using Kind = RopeScaling::Kind;
  if (scaling.kind == Kind::kNone) return absl::OkStatus();
  if (scaling.kind == Kind::kDivisors) {
    const auto above_zero = [](double d) { return std::isfinite(d) && d > 0; };
    if (static_cast<int64_t>(scaling.divisors.size()) != head_dim / 2 ||
        !std::all_of(scaling.divisors.begin(), scaling.divisors.end(), above_zero)) {
      return InvalidField("rope_freqs", absl::StrCat(scaling.divisors.size(), " numbers"),
                          absl::StrCat("head_dim / 2 (", head_dim / 2, ") numbers above 0"));
    }
    return absl::OkStatus();
  }
  if (!(std::isfinite(scaling.factor) && scaling.factor >= 1)) {
    return InvalidField("rope_scaling.factor", absl::StrCat(scaling.factor), "at least 1");
  }
  if (scaling.kind == Kind::kLinear) return absl::OkStatus();
  const double low = scaling.low_freq_factor, high = scaling.high_freq_factor;
  if (!(std::isfinite(low) && std::isfinite(high) && low > 0 && high > low)) {
    return InvalidField("rope_scaling.high_freq_factor", absl::StrCat(high),
                        absl::StrCat("above low_freq_factor (", low, "), which is above 0"));
  }
  return CheckRange("rope_scaling.original_max_position_embeddings", scaling.original_max_positions,
                    1, int64_t{1} << 40);
}

absl::Status CheckTraits(const Architecture& a) {
  RETURN_IF_ERROR(CheckTraitReals(a));
  RETURN_IF_ERROR(CheckRopeScaling(a.rope_scaling, a.head_dim));
  if (!a.pre_norms && !a.post_norms) {
    return InvalidFieldBecause("pre_norms", "a block has a norm before it, after it, or both");
  }
  if (a.norm == NormKind::kLayer && (a.norm_adds_one || a.qk_norm != QkNorm::kNone)) {
    return InvalidFieldBecause("norm", "LayerNorm comes without 1 + w and without q/k norms");
  }
  if (a.windows.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLength("sliding_window", a.windows.size(), a.layers));
  for (int64_t l = 0; l < a.layers; ++l) {
    RETURN_IF_ERROR(CheckRange(ElementKey("sliding_window", l), a.windows[static_cast<size_t>(l)],
                               0, int64_t{1} << 40));
  }
  return absl::OkStatus();
}

absl::Status CheckHeads(const Architecture& a) {
  if (a.heads % a.kv_heads != 0) {
    return InvalidField("num_key_value_heads", absl::StrCat(a.kv_heads),
                        absl::StrCat("a divisor of num_attention_heads (", a.heads, ")"));
  }
  if (a.positions == Positions::kRotary && a.head_dim % 2 != 0) {
    return InvalidField("head_dim", absl::StrCat(a.head_dim),
                        "even: rotary positions turn pairs of coordinates");
  }
  return absl::OkStatus();
}

absl::Status CheckWidths(const Architecture& a) {
  RETURN_IF_ERROR(CheckLength("ffn_widths", a.ffn_widths.size(), a.layers));
  for (int64_t l = 0; l < a.layers; ++l) {
    RETURN_IF_ERROR(CheckRange(ElementKey("ffn_widths", l), a.ffn_widths[l], 0, kMaxWidth));
  }
  if (a.residual_widths.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLength("residual_widths", a.residual_widths.size(), a.layers));
  for (int64_t l = 0; l < a.layers; ++l) {
    const std::string key = ElementKey("residual_widths", l);
    const int64_t width = a.residual_widths[l];
    RETURN_IF_ERROR(CheckRange(key, width, 1, kMaxWidth));
    if (width % (2 * a.heads) != 0) {
      return InvalidField(key, absl::StrCat(width),
                          absl::StrCat("a multiple of 2 * num_attention_heads (", 2 * a.heads,
                                       "), so that every head has an even width"));
    }
  }
  return absl::OkStatus();
}

// In floating point, because this is the check that makes the integer accounts safe.
absl::Status CheckSize(const Architecture& a) {
  double query_widths = 0;
  double parameters = 2.0 * a.vocab_size * a.hidden_size;
  const double banks = a.experts == 0 ? 1.0 : static_cast<double>(a.experts);
  for (int64_t l = 0; l < a.layers; ++l) {
    const double d = a.residual_widths.empty() ? a.hidden_size : a.residual_widths[l];
    const double heads = a.residual_widths.empty() ? 1.0 * a.heads * a.head_dim : d;
    query_widths += heads;
    parameters += 4.0 * d * heads + banks * (3.0 * d + 3.0) * a.ffn_widths[l] + banks * d;
  }
  if (parameters > kMaxParameters) {
    return InvalidField("hidden_size", absl::StrCat(a.hidden_size),
                        absl::StrCat("so small that the model has at most 2^55 parameters (here ",
                                     parameters, ")"));
  }
  if (4.0 * query_widths * a.max_positions > kMaxAttentionFlops) {
    return InvalidField("max_position_embeddings", absl::StrCat(a.max_positions),
                        "so small that attention takes at most 2^60 operations a token");
  }
  return absl::OkStatus();
}

}  // namespace

Architecture UniformArchitecture(const UniformShape& shape) {
  Architecture a;
  a.vocab_size = shape.vocab_size;
  a.hidden_size = shape.hidden_size;
  a.layers = shape.layers;
  a.heads = shape.heads;
  a.kv_heads = shape.heads;
  a.head_dim = shape.heads > 0 ? shape.hidden_size / shape.heads : 0;
  a.ffn_widths.assign(shape.layers > 0 ? shape.layers : 0, shape.ffn_width);
  a.max_positions = shape.max_positions;
  return a;
}

LayerShape ShapeOfLayer(const Architecture& a, int64_t layer) {
  LayerShape shape;
  if (a.residual_widths.empty()) {
    shape.residual_width = a.hidden_size;
    shape.head_dim = a.head_dim;
  } else {
    shape.residual_width = a.residual_widths[layer];
    shape.head_dim = shape.residual_width / a.heads;
  }
  shape.query_width = a.heads * shape.head_dim;
  shape.kv_width = a.kv_heads * shape.head_dim;
  shape.ffn_width = a.ffn_widths[layer];
  return shape;
}

int64_t WindowOfLayer(const Architecture& a, int64_t layer) {
  return a.windows.empty() ? 0 : a.windows[static_cast<size_t>(layer)];
}

double AttentionScaleOfLayer(const Architecture& a, int64_t layer) {
  if (a.attention_scale > 0) return a.attention_scale;
  return 1.0 / std::sqrt(static_cast<double>(ShapeOfLayer(a, layer).head_dim));
}

bool HasTraits(const Architecture& a) {
  // Our own decoder of the same sizes.
  Architecture own;
  own.vocab_size = a.vocab_size;
  own.hidden_size = a.hidden_size;
  own.layers = a.layers;
  own.heads = a.heads;
  own.kv_heads = a.kv_heads;
  own.head_dim = a.heads > 0 ? a.hidden_size / a.heads : 0;
  own.ffn_widths = a.ffn_widths;
  own.residual_widths = a.residual_widths;
  own.experts = a.experts;
  own.experts_per_token = a.experts_per_token;
  own.tied_embeddings = a.tied_embeddings;
  own.rope_theta = a.rope_theta;
  own.norm_eps = a.norm_eps;
  own.max_positions = a.max_positions;
  return !(own == a);
}

int64_t MeanFfnWidth(const Architecture& a) {
  const int64_t sum = std::accumulate(a.ffn_widths.begin(), a.ffn_widths.end(), int64_t{0});
  return (sum + a.layers / 2) / a.layers;
}

absl::Status Validate(const Architecture& a) {
  RETURN_IF_ERROR(CheckScalars(a));
  RETURN_IF_ERROR(CheckReals(a));
  RETURN_IF_ERROR(CheckHeads(a));
  RETURN_IF_ERROR(CheckTraits(a));
  RETURN_IF_ERROR(CheckWidths(a));
  return CheckSize(a);
}

}  // namespace widthlab::architecture
