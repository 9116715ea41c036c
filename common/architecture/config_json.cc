#include "common/architecture/config_json.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/architecture/families.h"
#include "common/architecture/family_config.h"
#include "common/architecture/key_reader.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/json_depth.h"
#include "nlohmann/json.hpp"

namespace widthlab::architecture {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDepth = 32;
constexpr size_t kMaxBytes = size_t{1} << 24;
constexpr char kModelType[] = "widthlab";

constexpr std::pair<std::string_view, Activation> kActivations[] = {
    {"silu", Activation::kSilu},
    {"gelu", Activation::kGelu},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"relu", Activation::kRelu},
    {"relu2", Activation::kReluSquared},
};
constexpr std::pair<std::string_view, FeedForward> kFeedForwards[] = {
    {"gated", FeedForward::kGated},
    {"plain", FeedForward::kPlain},
};

// Say nothing about the shape of the model.
constexpr std::string_view kPassedOver[] = {
    "architectures", "auto_map",     "bos_token_id",        "dtype",
    "eos_token_id",  "pad_token_id", "initializer_range",   "tokenizer_class",
    "torch_dtype",   "use_cache",    "transformers_version"};

absl::StatusOr<Json> ParseObject(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return InvalidField("config.json", absl::StrCat(text.size(), " bytes"),
                        absl::StrCat("at most ", kMaxBytes, " bytes"));
  }
  if (size_t depth = tensor_io::JsonDepth(text); depth > kMaxDepth) {
    return InvalidField("config.json", absl::StrCat("nested ", depth, " deep"),
                        absl::StrCat("nested at most ", kMaxDepth, " deep"));
  }
  std::set<std::string> seen;
  std::string repeated;
  auto watch_keys = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1 &&
        !seen.insert(parsed.get_ref<const std::string&>()).second) {
      repeated = parsed.get<std::string>();
    }
    return true;
  };
  Json object = Json::parse(text.begin(), text.end(), watch_keys, /*allow_exceptions=*/false);
  if (!object.is_object()) {
    return InvalidField("config.json", object.is_discarded() ? "(not JSON)" : ShownJson(object),
                        "one JSON object");
  }
  if (!repeated.empty()) return InvalidField(repeated, "(repeated)", "given once");
  return object;
}

// Names that begin with "_" are notes by convention.
absl::Status CheckNothingUnknownLeft(const KeyReader& keys) {
  for (const std::string& key : keys.Left()) {
    const bool passed_over =
        std::find(std::begin(kPassedOver), std::end(kPassedOver), key) != std::end(kPassedOver);
    if (!passed_over && key.substr(0, 1) != "_") {
      return InvalidField(key, "present", "absent: the key is not known");
    }
  }
  return absl::OkStatus();
}

absl::Status ReadSizes(KeyReader& keys, Architecture& a) {
  struct Row {
    std::string_view key;
    int64_t* out;
    bool required;
  };
  const Row rows[] = {
      {"vocab_size", &a.vocab_size, true},
      {"hidden_size", &a.hidden_size, true},
      {"num_hidden_layers", &a.layers, true},
      {"num_attention_heads", &a.heads, true},
      {"max_position_embeddings", &a.max_positions, true},
      {"num_key_value_heads", &a.kv_heads, false},
      {"head_dim", &a.head_dim, false},
      {"num_experts", &a.experts, false},
      {"num_experts_per_tok", &a.experts_per_token, false},
  };
  for (const Row& row : rows) {
    if (!row.required && !keys.Has(row.key)) continue;
    RETURN_IF_ERROR(keys.TakeInteger(row.key, row.out));
  }
  return absl::OkStatus();
}

absl::Status DeriveHeads(bool has_kv_heads, bool has_head_dim, Architecture& a) {
  if (!has_kv_heads) a.kv_heads = a.heads;
  if (has_head_dim) return absl::OkStatus();
  if (a.heads < 1 || a.hidden_size % a.heads != 0) {
    return InvalidField(
        "num_attention_heads", absl::StrCat(a.heads),
        absl::StrCat("a divisor of hidden_size (", a.hidden_size, ") where head_dim is absent"));
  }
  a.head_dim = a.hidden_size / a.heads;
  return absl::OkStatus();
}

absl::Status ReadBiases(KeyReader& keys, Architecture& a) {
  if (keys.Has("attention_bias")) {
    RETURN_IF_ERROR(keys.TakeBool("attention_bias", &a.qkv_bias));
  }
  a.attention_output_bias = a.qkv_bias;
  if (keys.Has("attention_output_bias")) {
    RETURN_IF_ERROR(keys.TakeBool("attention_output_bias", &a.attention_output_bias));
  }
  if (!keys.Has("mlp_bias")) return absl::OkStatus();
  return keys.TakeBool("mlp_bias", &a.ffn_bias);
}

absl::Status ReadRest(KeyReader& keys, Architecture& a) {
  RETURN_IF_ERROR(keys.TakeIntegers("ffn_widths", &a.ffn_widths));
  if (keys.Has("residual_widths")) {
    RETURN_IF_ERROR(keys.TakeIntegers("residual_widths", &a.residual_widths));
  }
  if (keys.Has("mlp_type")) {
    RETURN_IF_ERROR(keys.TakeName("mlp_type", kFeedForwards, &a.feed_forward));
  }
  RETURN_IF_ERROR(keys.TakeName("hidden_act", kActivations, &a.activation));
  RETURN_IF_ERROR(ReadBiases(keys, a));
  RETURN_IF_ERROR(keys.TakeBool("tie_word_embeddings", &a.tied_embeddings));
  RETURN_IF_ERROR(keys.TakeReal("rope_theta", &a.rope_theta));
  return keys.TakeReal("rms_norm_eps", &a.norm_eps);
}

template <typename Enum, size_t N>
std::string NameOf(Enum value, const std::pair<std::string_view, Enum> (&names)[N]) {
  for (const auto& [name, meaning] : names) {
    if (meaning == value) return std::string(name);
  }
  return "";
}

}  // namespace

absl::StatusOr<Architecture> ParseConfigJson(std::string_view text) {
  ASSIGN_OR_RETURN(Json object, ParseObject(text));
  KeyReader keys(std::move(object));
  ASSIGN_OR_RETURN(const Json type, keys.Take("model_type"));
  if (type != Json(kModelType)) {
    if (!type.is_string()) return InvalidField("model_type", ShownJson(type), "a name");
    ASSIGN_OR_RETURN(const Family family, FamilyOf(type.get_ref<const std::string&>()));
    return ReadFamilyConfig(family, std::move(keys));
  }
  Architecture a;
  const bool has_kv_heads = keys.Has("num_key_value_heads");
  const bool has_head_dim = keys.Has("head_dim");
  RETURN_IF_ERROR(ReadSizes(keys, a));
  RETURN_IF_ERROR(DeriveHeads(has_kv_heads, has_head_dim, a));
  RETURN_IF_ERROR(ReadRest(keys, a));
  RETURN_IF_ERROR(CheckNothingUnknownLeft(keys));
  RETURN_IF_ERROR(Validate(a));
  return a;
}

std::string FormatConfigJson(const Architecture& a) {
  Json object = {
      {"architectures", {"WidthlabForCausalLM"}},
      {"model_type", a.model_type},
      {"vocab_size", a.vocab_size},
      {"hidden_size", a.hidden_size},
      {"num_hidden_layers", a.layers},
      {"num_attention_heads", a.heads},
      {"num_key_value_heads", a.kv_heads},
      {"head_dim", a.head_dim},
      {"ffn_widths", a.ffn_widths},
      {"mlp_type", NameOf(a.feed_forward, kFeedForwards)},
      {"hidden_act", NameOf(a.activation, kActivations)},
      {"attention_bias", a.qkv_bias},
      {"attention_output_bias", a.attention_output_bias},
      {"mlp_bias", a.ffn_bias},
      {"tie_word_embeddings", a.tied_embeddings},
      {"rope_theta", a.rope_theta},
      {"rms_norm_eps", a.norm_eps},
      {"max_position_embeddings", a.max_positions},
  };
  if (!a.residual_widths.empty()) object["residual_widths"] = a.residual_widths;
  if (a.experts > 0) {
    object["num_experts"] = a.experts;
    object["num_experts_per_tok"] = a.experts_per_token;
  }
  return object.dump(2) + "\n";
}

}  // namespace widthlab::architecture
