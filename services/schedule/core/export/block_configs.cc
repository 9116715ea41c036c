#include "services/schedule/core/export/block_configs.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/export/json_keys.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;

constexpr int64_t kMultiple = 256;

Json ConfigOf(const Architecture& a, const char* model_type) {
  return {{"model_type", model_type},
          {"vocab_size", a.vocab_size},
          {"hidden_size", a.hidden_size},
          {"num_hidden_layers", a.layers},
          {"num_attention_heads", a.heads},
          {"head_dim", a.head_dim},
          {"max_position_embeddings", a.max_positions},
          {"hidden_act", "silu"},
          {"rms_norm_eps", a.norm_eps},
          {"rope_theta", a.rope_theta},
          {"attention_bias", a.qkv_bias},
          {"mlp_bias", a.ffn_bias},
          {"tie_word_embeddings", a.tied_embeddings},
          {"block_configs", Json::array()}};
}

Json AttentionOf(const Architecture& a) {
  return {
      {"no_op", false}, {"replace_with_linear", false}, {"n_heads_in_group", a.heads / a.kv_heads}};
}

// A part of a block with `key` as its width's name; null in a layer without FFN.
Json PartOf(const char* key, const Json& value, bool absent) {
  Json part = {{"no_op", absent}, {"replace_with_linear", false}};
  part[key] = absent ? Json(nullptr) : value;
  return part;
}

Json BlocksOf(const Architecture& a, const char* part, const char* key,
              Json (*value)(int64_t width, int64_t h)) {
  Json blocks = Json::array();
  for (int64_t width : a.ffn_widths) {
    Json block = {{"attention", AttentionOf(a)}};
    block[part] = PartOf(key, value(width, a.hidden_size), width == 0);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Json Exactly(int64_t width, int64_t) { return width; }

// The multiplier of a gated FFN whose plain form would be m h wide.
Json Multiplier(int64_t width, int64_t h) {
  return 1.5 * static_cast<double>(width) / static_cast<double>(h);
}

absl::StatusOr<int64_t> FromMultiplier(double multiplier, int64_t h, const std::string& path) {
  const double real = 2 * multiplier * static_cast<double>(h) / 3;
  if (!(real >= 0 && real <= 1 << 20)) {
    return InvalidField(path + ".ffn_mult", absl::StrCat(multiplier),
                        "above 0, with a width of at most 1048576");
  }
  return (static_cast<int64_t>(real) + kMultiple - 1) / kMultiple * kMultiple;
}

absl::StatusOr<int64_t> WidthOfPart(const Json& part, int64_t h, const std::string& path) {
  if (IsTrue(part, "no_op")) return 0;
  for (const char* key : {"ffn_hidden_size", "intermediate_size"}) {
    if (part.is_object() && part.contains(key) && !part[key].is_null()) {
      return WidthAt(part, key, path);
    }
  }
  ASSIGN_OR_RETURN(const double multiplier, NumberAt(part, "ffn_mult", path));
  if (h == 0) return InvalidField("hidden_size", "left out", "given, as ffn_mult is a share of it");
  return FromMultiplier(multiplier, h, path);
}

}  // namespace

absl::StatusOr<std::vector<ExportedFile>> WriteDecilm(const ExportSubject& subject) {
  ASSIGN_OR_RETURN(const Architecture* const model, DenseModel(subject, "decilm"));
  Json config = ConfigOf(*model, "deci");
  config["block_configs"] = BlocksOf(*model, "ffn", "ffn_mult", Multiplier);
  return std::vector<ExportedFile>{{"config.json", FileText(config)}};
}

absl::StatusOr<std::vector<ExportedFile>> WriteNemotron(const ExportSubject& subject) {
  ASSIGN_OR_RETURN(const Architecture* const model, DenseModel(subject, "nemotron"));
  Json config = ConfigOf(*model, "nemotron-nas");
  config["block_configs"] = BlocksOf(*model, "ffn", "intermediate_size", Exactly);
  return std::vector<ExportedFile>{{"config.json", FileText(config)}};
}

absl::StatusOr<std::vector<ExportedFile>> WriteMegatron(const ExportSubject& subject) {
  ASSIGN_OR_RETURN(const Architecture* const model, DenseModel(subject, "megatron"));
  Json config = ConfigOf(*model, "nemotron-nas");
  config["block_configs"] = BlocksOf(*model, "mlp", "ffn_hidden_size", Exactly);
  return std::vector<ExportedFile>{{"heterogeneous_layers.json", FileText(config)}};
}

absl::StatusOr<ImportedWidths> ReadBlockConfigs(std::string_view text) {
  ASSIGN_OR_RETURN(const Json config, ParseConfig(text));
  ImportedWidths widths;
  ASSIGN_OR_RETURN(widths.hidden_size, WidthOrZero(config, "hidden_size"));
  ASSIGN_OR_RETURN(const Json blocks, ListAt(config, "block_configs"));
  for (size_t l = 0; l < blocks.size(); ++l) {
    const char* part = blocks[l].is_object() && blocks[l].contains("mlp") ? "mlp" : "ffn";
    const std::string path = absl::StrCat("block_configs[", l, "].", part);
    if (!blocks[l].is_object() || !blocks[l].contains(part)) {
      return InvalidField(path, "left out", "given");
    }
    ASSIGN_OR_RETURN(const int64_t width, WidthOfPart(blocks[l][part], widths.hidden_size, path));
    widths.ffn_widths.push_back(width);
  }
  return widths;
}

}  // namespace widthlab::schedule
