#include "common/architecture/gguf_config.h"

#include <cstring>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/config_json.h"
#include "common/architecture/gguf_family_reader.h"
#include "common/architecture/gguf_sizes.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_error.h"
#include "common/tensor_io/gguf_names.h"
#include "common/tensor_io/gguf_source.h"
#include "nlohmann/json.hpp"

namespace widthlab::architecture {
namespace {

using Json = nlohmann::json;
using tensor_io::GgufFile;
using tensor_io::GgufTensor;

// Layers of the models whose queries are scaled by hidden_size / heads.
constexpr int64_t kGemma2LargeLayers = 46;
constexpr int64_t kGemma3LargeLayers = 62;

constexpr double kGemma3LocalBase = 10000;
constexpr int64_t kGemma3Pattern = 6;

bool HasTensor(const GgufFile& file, std::string_view name) {
  return file.tensors().find(name) != file.tensors().end();
}

Json Gpt2Json(const GgufSizes& s) {
  return {{"model_type", "gpt2"},       {"n_embd", s.hidden},
          {"n_layer", s.layers},        {"n_head", s.heads},
          {"n_positions", s.positions}, {"n_inner", s.ffn_widths.front()},
          {"vocab_size", s.vocabulary}, {"activation_function", "gelu_new"}};
}

Json SizesJson(const GgufSizes& s) {
  return {{"hidden_size", s.hidden},
          {"num_hidden_layers", s.layers},
          {"num_attention_heads", s.heads},
          {"num_key_value_heads", s.kv_heads},
          {"head_dim", s.head_dim},
          {"max_position_embeddings", s.positions},
          {"intermediate_size", s.ffn_widths.front()},
          {"vocab_size", s.vocabulary}};
}

// Kinds of scaling of rotary frequencies.
absl::Status AddRopeScaling(GgufFamilyReader& reader, Json& json) {
  std::string_view type = "none";
  if (reader.Has("rope.scaling.type")) {
    ASSIGN_OR_RETURN(type, reader.Text("rope.scaling.type"));
  }
  double factor = 1;
  for (const char* key : {"rope.scaling.factor", "rope.scale_linear"}) {
    if (!reader.Has(key)) continue;
    ASSIGN_OR_RETURN(factor, reader.Number(key));
    if (!reader.Has("rope.scaling.type")) type = "linear";
  }
  if (type == "none" || (type == "linear" && factor == 1)) return absl::OkStatus();
  if (type == "linear") {
    json["rope_scaling"] = {{"rope_type", "linear"}, {"factor", factor}};
    return absl::OkStatus();
  }
  return reader.Error("rope.scaling.type",
                      absl::StrCat("is ", std::string(type), "; allowed are none and linear"));
}

absl::Status AddRope(GgufFamilyReader& reader, Json& json) {
  if (reader.Has("rope.freq_base")) {
    ASSIGN_OR_RETURN(json["rope_theta"], reader.Number("rope.freq_base"));
  } else {
    json["rope_theta"] = 10000.0;
  }
  return AddRopeScaling(reader, json);
}

absl::Status AddSoftCap(GgufFamilyReader& reader, const char* key, const char* name, Json& json) {
  if (!reader.Has(key)) return absl::OkStatus();
  ASSIGN_OR_RETURN(const double cap, reader.Number(key));
  if (cap != 0) json[name] = cap;
  return absl::OkStatus();
}

absl::Status AddGemma(const GgufSizes& s, GgufFamilyReader& reader, Json& json) {
  const bool third = reader.family() == "gemma3";
  json["model_type"] = third ? "gemma3_text" : "gemma2";
  json["hidden_activation"] = "gelu_pytorch_tanh";
  const bool large = s.layers == (third ? kGemma3LargeLayers : kGemma2LargeLayers);
  json["query_pre_attn_scalar"] = large
                                      ? static_cast<double>(s.hidden) / static_cast<double>(s.heads)
                                      : static_cast<double>(s.head_dim);
  ASSIGN_OR_RETURN(json["sliding_window"], reader.Integer("attention.sliding_window"));
  json["attn_logit_softcapping"] = nullptr;
  json["final_logit_softcapping"] = nullptr;
  RETURN_IF_ERROR(AddSoftCap(reader, "attn_logit_softcapping", "attn_logit_softcapping", json));
  RETURN_IF_ERROR(AddSoftCap(reader, "final_logit_softcapping", "final_logit_softcapping", json));
  if (!third) {
    return reader.Expect("attention.sliding_window_pattern", 2, "every other layer has the window");
  }
  json["sliding_window_pattern"] = kGemma3Pattern;
  if (reader.Has("attention.sliding_window_pattern")) {
    ASSIGN_OR_RETURN(json["sliding_window_pattern"],
                     reader.Integer("attention.sliding_window_pattern"));
  }
  json["rope_local_base_freq"] = kGemma3LocalBase;
  if (reader.Has("rope.freq_base_swa")) {
    ASSIGN_OR_RETURN(json["rope_local_base_freq"], reader.Number("rope.freq_base_swa"));
  }
  return absl::OkStatus();
}

absl::Status AddLlama(GgufFamilyReader& reader, Json& json) {
  json["hidden_act"] = "silu";
  const GgufFile& file = reader.file();
  const bool biased = HasTensor(file, "blk.0.attn_q.bias");
  const bool windowed = reader.Has("attention.sliding_window");
  json["model_type"] = windowed ? "mistral" : std::string(reader.family());
  if (windowed) {
    ASSIGN_OR_RETURN(json["sliding_window"], reader.Integer("attention.sliding_window"));
  } else if (reader.family() != "qwen2") {
    json["attention_bias"] = biased;
  }
  if (reader.family() == "llama" && !windowed) {
    json["mlp_bias"] = HasTensor(file, "blk.0.ffn_up.bias");
  }
  return absl::OkStatus();
}

// What changes a model in ways that no family here has.
absl::Status CheckTraits(GgufFamilyReader& reader) {
  RETURN_IF_ERROR(reader.Expect("expert_count", 0, "experts cannot be read"));
  RETURN_IF_ERROR(reader.Expect("expert_used_count", 0, "experts cannot be read"));
  RETURN_IF_ERROR(reader.Expect("use_parallel_residual", 0, "FFNs follow the attention"));
  return reader.Expect("attention.causal", 1, "a token sees only what comes before it");
}

absl::StatusOr<Json> FamilyJson(const GgufSizes& s, GgufFamilyReader& reader) {
  RETURN_IF_ERROR(CheckTraits(reader));
  const bool tied = !HasTensor(reader.file(), "output.weight");
  Json json;
  if (reader.family() == "gpt2") {
    json = Gpt2Json(s);
    ASSIGN_OR_RETURN(json["layer_norm_epsilon"], reader.Number("attention.layer_norm_epsilon"));
  } else {
    json = SizesJson(s);
    ASSIGN_OR_RETURN(json["rms_norm_eps"], reader.Number("attention.layer_norm_rms_epsilon"));
    RETURN_IF_ERROR(AddRope(reader, json));
    const bool gemma = absl::StartsWith(std::string(reader.family()), "gemma");
    RETURN_IF_ERROR(gemma ? AddGemma(s, reader, json) : AddLlama(reader, json));
  }
  json["tie_word_embeddings"] = tied;
  RETURN_IF_ERROR(reader.CheckNothingLeft());
  return json;
}

absl::StatusOr<GgufFamilyReader> ReaderOf(const GgufFile& file) {
  ASSIGN_OR_RETURN(const std::string_view family, file.Text("general.architecture"));
  if (tensor_io::IsGgufFamily(family)) return GgufFamilyReader(file, family);
  return tensor_io::GgufError(
      file.label(), "key general.architecture", "family",
      absl::StrCat("is ", std::string(family), "; families that can be read are ",
                   tensor_io::GgufFamilies()));
}

// What frequency i is divided by.
absl::StatusOr<std::vector<double>> Divisors(const GgufFile& file, const GgufTensor& tensor,
                                             int64_t head_dim) {
  const std::string what = absl::StrCat("tensor ", tensor.name);
  if (tensor.type->id != tensor_io::GgufTypeId::kF32 || tensor.shape.size() != 1 ||
      tensor.shape.front() != head_dim / 2) {
    return tensor_io::GgufError(file.label(), what, "metadata",
                                absl::StrCat("is no list of ", head_dim / 2, " F32 numbers"));
  }
  const std::string_view bytes = file.BytesOf(tensor);
  std::vector<double> divisors;
  for (size_t i = 0; i < bytes.size(); i += sizeof(float)) {
    float value;
    std::memcpy(&value, bytes.data() + i, sizeof(value));
    divisors.push_back(value);
  }
  return divisors;
}

}  // namespace

absl::StatusOr<std::string> GgufConfigJson(const tensor_io::GgufFile& file) {
  ASSIGN_OR_RETURN(GgufFamilyReader reader, ReaderOf(file));
  ASSIGN_OR_RETURN(const GgufSizes sizes, ReadGgufSizes(reader));
  ASSIGN_OR_RETURN(const Json json, FamilyJson(sizes, reader));
  return json.dump(2);
}

absl::StatusOr<Architecture> GgufArchitecture(const tensor_io::GgufFile& file) {
  ASSIGN_OR_RETURN(const std::string json, GgufConfigJson(file));
  absl::StatusOr<Architecture> a = ParseConfigJson(json);
  if (!a.ok()) return WithContext(a.status(), file.label());
  ASSIGN_OR_RETURN(GgufFamilyReader reader, ReaderOf(file));
  ASSIGN_OR_RETURN(a->ffn_widths, reader.PerLayer("feed_forward_length", a->layers));
  const auto factors = file.tensors().find(std::string_view(tensor_io::kRopeFactorsTensor));
  if (factors != file.tensors().end()) {
    if (a->rope_scaling.kind != RopeScaling::Kind::kNone) {
      return reader.Error("rope.scaling.type",
                          "cannot be together with the tensor rope_freqs.weight");
    }
    ASSIGN_OR_RETURN(a->rope_scaling.divisors, Divisors(file, factors->second, a->head_dim));
    a->rope_scaling.kind = RopeScaling::Kind::kDivisors;
  }
  if (absl::Status status = Validate(*a); !status.ok()) return WithContext(status, file.label());
  return a;
}

}  // namespace widthlab::architecture
