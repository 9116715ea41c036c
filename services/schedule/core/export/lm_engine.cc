#include "services/schedule/core/export/lm_engine.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/export/json_keys.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;

// Growing takes missing coordinates from the last state that had them.
constexpr char kExpandMethod[] = "most_recent";

Json ConfigOf(const Architecture& a) {
  return {{"model_type", "gpt_base"},
          {"vocab_size", a.vocab_size},
          {"hidden_size", a.hidden_size},
          {"num_layers", a.layers},
          {"max_position_embeddings", a.max_positions},
          {"normalization_function", "rmsnorm"},
          {"layer_norm_epsilon", a.norm_eps},
          {"position_embedding_type", "rope"},
          {"rope_theta", a.rope_theta},
          {"tie_word_embeddings", a.tied_embeddings},
          {"sequence_mixer_blocks", Json::array()},
          {"mlp_blocks", Json::array()}};
}

Json FfnOf(const Architecture& a, int64_t width) {
  Json block = {{"mlp_type", a.experts > 0 ? "MoE" : "MLP"},
                {"activation_function", "swiglu"},
                {"intermediate_size", width},
                {"add_bias", a.ffn_bias}};
  if (a.experts > 0) {
    block["num_experts"] = a.experts;
    block["num_experts_per_tok"] = a.experts_per_token;
  }
  return block;
}

int64_t NarrowestLayer(const Hourglass& h) {
  return static_cast<int64_t>(std::floor(h.turn * static_cast<double>(h.layers) + 0.5));
}

absl::Status AddHourglass(const ExportSubject& subject, Json& config) {
  if (!subject.hourglass.has_value() || subject.hourglass->curve != HourglassCurve::kGeometric) {
    return InvalidField("residual_widths", "given",
                        "left out, or those of an hourglass: lm-engine works them out from the "
                        "hourglass's own fields");
  }
  const Hourglass& h = *subject.hourglass;
  if (h.ffn_ratio != 4 || h.kv_share != 1) {
    return InvalidField("architecture", "another shape",
                        "ffn_width = 4 hidden_size and kv_heads = heads, as lm-engine's hourglass");
  }
  config["bottleneck_ratio"] = h.ratio;
  config["max_layer"] = NarrowestLayer(h);
  config["symmetric_widths"] = h.symmetric;
  config["expand_method"] = kExpandMethod;
  config["quantize_to"] = h.quantum;
  config["match_effective_parameters"] = h.match_effective;
  return absl::OkStatus();
}

// Residual widths of a model with the published ratios: FFNs 4 times as wide, full heads.
absl::StatusOr<std::vector<int64_t>> ReadHourglass(const Json& config, size_t layers,
                                                   int64_t hidden_size) {
  Hourglass h{.layers = static_cast<int64_t>(layers), .hidden_size = hidden_size};
  ASSIGN_OR_RETURN(h.ratio, NumberAt(config, "bottleneck_ratio"));
  ASSIGN_OR_RETURN(const int64_t narrowest, WidthAt(config, "max_layer"));
  ASSIGN_OR_RETURN(h.quantum, WidthAt(config, "quantize_to"));
  h.turn = static_cast<double>(narrowest) / static_cast<double>(layers);
  h.symmetric = !config.contains("symmetric_widths") || config["symmetric_widths"] == true;
  h.match_effective = !config.contains("match_effective_parameters") ||
                      IsTrue(config, "match_effective_parameters");
  return HourglassWidths(h);
}

}  // namespace

absl::StatusOr<std::vector<ExportedFile>> WriteLmEngine(const ExportSubject& subject) {
  if (!subject.model.has_value()) {
    return InvalidField("architecture", "left out", "given: lm_engine needs the model's shape");
  }
  if (!subject.attention_widths.empty()) {
    return InvalidField("attention_widths", "given",
                        "left out: in lm_engine heads are as wide as the residual stream");
  }
  const Architecture& a = *subject.model;
  RETURN_IF_ERROR(CheckOwnDecoder(a, "lm_engine"));
  if (a.head_dim * a.heads != a.hidden_size) {
    return InvalidField("architecture.traits.head_dim", absl::StrCat(a.head_dim),
                        "hidden_size / heads: lm_engine has no other");
  }
  Json config = ConfigOf(a);
  if (!subject.residual_widths.empty()) {
    RETURN_IF_ERROR(AddHourglass(subject, config));
  }
  for (int64_t width : subject.ffn_widths) {
    config["sequence_mixer_blocks"].push_back({{"sequence_mixer_type", "softmax_attention"},
                                               {"num_attention_heads", a.heads},
                                               {"num_key_value_heads", a.kv_heads},
                                               {"add_bias", a.qkv_bias}});
    config["mlp_blocks"].push_back(FfnOf(a, width));
  }
  return std::vector<ExportedFile>{{"config.json", FileText(config)}};
}

absl::StatusOr<ImportedWidths> ReadLmEngine(std::string_view text) {
  ASSIGN_OR_RETURN(const Json config, ParseConfig(text));
  ImportedWidths widths;
  ASSIGN_OR_RETURN(widths.hidden_size, WidthOrZero(config, "hidden_size"));
  ASSIGN_OR_RETURN(const Json blocks, ListAt(config, "mlp_blocks"));
  for (size_t l = 0; l < blocks.size(); ++l) {
    ASSIGN_OR_RETURN(const int64_t width,
                     WidthAt(blocks[l], "intermediate_size", absl::StrCat("mlp_blocks[", l, "]")));
    widths.ffn_widths.push_back(width);
  }
  if (config.contains("bottleneck_ratio")) {
    ASSIGN_OR_RETURN(widths.residual_widths,
                     ReadHourglass(config, blocks.size(), widths.hidden_size));
  }
  return widths;
}

}  // namespace widthlab::schedule
