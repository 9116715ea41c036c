#include "common/architecture/gguf_config.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/config_json.h"
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
using tensor_io::GgufValue;

// Say nothing about what the model computes from token ids.
constexpr std::string_view kPassedOver[] = {"tensor_data_layout", "rope.scaling.finetuned",
                                            "rope.scaling.original_context_length"};

// Layers of the models whose queries are scaled by hidden_size / heads.
constexpr int64_t kGemma2LargeLayers = 46;
constexpr int64_t kGemma3LargeLayers = 62;

constexpr double kGemma3LocalBase = 10000;
constexpr int64_t kGemma3Pattern = 6;

// Reads the keys of the file's family and remembers which.
class FamilyReader {
 public:
  FamilyReader(const GgufFile& file, std::string_view family) : file_(file), family_(family) {}

  const GgufFile& file() const { return file_; }
  std::string_view family() const { return family_; }

  bool Has(std::string_view key) const { return file_.Find(Key(key)) != nullptr; }

  absl::StatusOr<int64_t> Integer(std::string_view key) { return file_.Integer(Use(key)); }
  absl::StatusOr<double> Number(std::string_view key) { return file_.Number(Use(key)); }
  absl::StatusOr<std::string_view> Text(std::string_view key) { return file_.Text(Use(key)); }

  // A number, or a list of one for each layer.
  absl::StatusOr<std::vector<int64_t>> PerLayer(std::string_view key, int64_t layers) {
    const std::string full = Use(key);
    const GgufValue* value = file_.Find(full);
    if (value == nullptr || !value->is_list()) {
      ASSIGN_OR_RETURN(const int64_t all, file_.Integer(full));
      return std::vector<int64_t>(static_cast<size_t>(layers), all);
    }
    std::optional<std::vector<int64_t>> list = value->Integers();
    if (list.has_value() && static_cast<int64_t>(list->size()) == layers) return *std::move(list);
    return Error(key,
                 absl::StrCat("is a ", value->KindText(), "; wanted is a whole number for all ",
                              "layers, or a list of one for each of ", layers));
  }

  // The same where all layers must agree.
  absl::StatusOr<int64_t> SameEverywhere(std::string_view key, int64_t layers) {
    ASSIGN_OR_RETURN(const std::vector<int64_t> values, PerLayer(key, layers));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least == *most) return *least;
    return Error(key, absl::StrCat("is from ", *least, " to ", *most,
                                   "; layers that differ in it cannot be read"));
  }

  // An error unless the key is missing or has this value.
  absl::Status Expect(std::string_view key, double wanted, std::string_view why) {
    if (!Has(key)) return absl::OkStatus();
    const GgufValue& value = *file_.Find(Use(key));
    const std::optional<double> number =
        value.Bool().has_value() ? std::optional<double>(*value.Bool()) : value.Number();
    if (number == wanted) return absl::OkStatus();
    return Error(key, absl::StrCat("is ",
                                   number.has_value() ? absl::StrCat(*number)
                                                      : absl::StrCat("a ", value.KindText()),
                                   "; allowed is ", wanted, ": ", std::string(why)));
  }

  absl::Status Error(std::string_view key, std::string_view message) const {
    return tensor_io::GgufError(file_.label(), absl::StrCat("key ", Key(key)), "metadata", message);
  }

  // An error where the family has a key that nobody has asked for.
  absl::Status CheckNothingLeft() const {
    const std::string prefix = absl::StrCat(std::string(family_), ".");
    for (const auto& [key, value] : file_.metadata()) {
      if (!absl::StartsWith(key, prefix) || used_.count(key) != 0) continue;
      const std::string_view rest = std::string_view(key).substr(prefix.size());
      const auto* end = std::end(kPassedOver);
      if (std::find(std::begin(kPassedOver), end, rest) != end) continue;
      return Error(rest, "is not known here, and may change what the model computes");
    }
    return absl::OkStatus();
  }

 private:
  std::string Key(std::string_view key) const {
    return absl::StrCat(std::string(family_), ".", std::string(key));
  }
  std::string Use(std::string_view key) { return *used_.insert(Key(key)).first; }

  const GgufFile& file_;
  std::string_view family_;
  std::set<std::string, std::less<>> used_;
};

// The sizes that every family has.
struct Sizes {
  int64_t layers = 0;
  int64_t hidden = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
  int64_t positions = 0;
  int64_t vocabulary = 0;
  std::vector<int64_t> ffn_widths;
};

// More than any model has; keeps what is made for each layer small.
constexpr int64_t kMaxLayers = 10000;

absl::StatusOr<int64_t> Vocabulary(FamilyReader& reader) {
  const auto& tensors = reader.file().tensors();
  const auto found = tensors.find("token_embd.weight");
  if (found == tensors.end() || found->second.shape.size() != 2) {
    return tensor_io::GgufError(reader.file().label(), "tensor token_embd.weight", "metadata",
                                found == tensors.end() ? "is missing" : "is not a matrix");
  }
  const int64_t rows = found->second.shape.front();
  if (reader.Has("vocab_size")) {
    ASSIGN_OR_RETURN(const int64_t said, reader.Integer("vocab_size"));
    if (said != rows) {
      return reader.Error("vocab_size",
                          absl::StrCat("is ", said, ", but token_embd.weight has ", rows, " rows"));
    }
  }
  return rows;
}

// head_dim, which three keys may tell; they must agree.
absl::StatusOr<int64_t> HeadDim(FamilyReader& reader, int64_t hidden, int64_t heads) {
  int64_t head_dim = heads > 0 ? hidden / heads : 0;
  if (reader.Has("attention.key_length")) {
    ASSIGN_OR_RETURN(head_dim, reader.Integer("attention.key_length"));
  } else if (heads < 1 || hidden % heads != 0) {
    return reader.Error("attention.head_count",
                        absl::StrCat("is ", heads, ", no divisor of ", hidden));
  }
  for (const char* key :
       {"attention.value_length", "attention.key_length_swa", "attention.value_length_swa",
        "rope.dimension_count", "rope.dimension_count_swa"}) {
    RETURN_IF_ERROR(reader.Expect(key, static_cast<double>(head_dim), "the size of a head"));
  }
  return head_dim;
}

absl::StatusOr<Sizes> ReadSizes(FamilyReader& reader) {
  Sizes s;
  ASSIGN_OR_RETURN(s.layers, reader.Integer("block_count"));
  if (s.layers < 1 || s.layers > kMaxLayers) {
    return reader.Error("block_count",
                        absl::StrCat("is ", s.layers, "; allowed is 1 to ", kMaxLayers));
  }
  ASSIGN_OR_RETURN(s.hidden, reader.Integer("embedding_length"));
  ASSIGN_OR_RETURN(s.heads, reader.SameEverywhere("attention.head_count", s.layers));
  s.kv_heads = s.heads;
  if (reader.Has("attention.head_count_kv")) {
    ASSIGN_OR_RETURN(s.kv_heads, reader.SameEverywhere("attention.head_count_kv", s.layers));
  }
  ASSIGN_OR_RETURN(s.head_dim, HeadDim(reader, s.hidden, s.heads));
  ASSIGN_OR_RETURN(s.positions, reader.Integer("context_length"));
  ASSIGN_OR_RETURN(s.ffn_widths, reader.PerLayer("feed_forward_length", s.layers));
  ASSIGN_OR_RETURN(s.vocabulary, Vocabulary(reader));
  return s;
}

bool HasTensor(const GgufFile& file, std::string_view name) {
  return file.tensors().find(name) != file.tensors().end();
}

Json Gpt2Json(const Sizes& s) {
  return {{"model_type", "gpt2"},       {"n_embd", s.hidden},
          {"n_layer", s.layers},        {"n_head", s.heads},
          {"n_positions", s.positions}, {"n_inner", s.ffn_widths.front()},
          {"vocab_size", s.vocabulary}, {"activation_function", "gelu_new"}};
}

Json SizesJson(const Sizes& s) {
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
absl::Status AddRopeScaling(FamilyReader& reader, Json& json) {
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

absl::Status AddRope(FamilyReader& reader, Json& json) {
  if (reader.Has("rope.freq_base")) {
    ASSIGN_OR_RETURN(json["rope_theta"], reader.Number("rope.freq_base"));
  } else {
    json["rope_theta"] = 10000.0;
  }
  return AddRopeScaling(reader, json);
}

absl::Status AddSoftCap(FamilyReader& reader, const char* key, const char* name, Json& json) {
  if (!reader.Has(key)) return absl::OkStatus();
  ASSIGN_OR_RETURN(const double cap, reader.Number(key));
  if (cap != 0) json[name] = cap;
  return absl::OkStatus();
}

absl::Status AddGemma(const Sizes& s, FamilyReader& reader, Json& json) {
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

absl::Status AddLlama(FamilyReader& reader, Json& json) {
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
absl::Status CheckTraits(FamilyReader& reader) {
  RETURN_IF_ERROR(reader.Expect("expert_count", 0, "experts cannot be read"));
  RETURN_IF_ERROR(reader.Expect("expert_used_count", 0, "experts cannot be read"));
  RETURN_IF_ERROR(reader.Expect("use_parallel_residual", 0, "FFNs follow the attention"));
  return reader.Expect("attention.causal", 1, "a token sees only what comes before it");
}

absl::StatusOr<Json> FamilyJson(const Sizes& s, FamilyReader& reader) {
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

absl::StatusOr<FamilyReader> ReaderOf(const GgufFile& file) {
  ASSIGN_OR_RETURN(const std::string_view family, file.Text("general.architecture"));
  if (tensor_io::IsGgufFamily(family)) return FamilyReader(file, family);
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
  ASSIGN_OR_RETURN(FamilyReader reader, ReaderOf(file));
  ASSIGN_OR_RETURN(const Sizes sizes, ReadSizes(reader));
  ASSIGN_OR_RETURN(const Json json, FamilyJson(sizes, reader));
  return json.dump(2);
}

absl::StatusOr<Architecture> GgufArchitecture(const tensor_io::GgufFile& file) {
  ASSIGN_OR_RETURN(const std::string json, GgufConfigJson(file));
  absl::StatusOr<Architecture> a = ParseConfigJson(json);
  if (!a.ok()) return WithContext(a.status(), file.label());
  ASSIGN_OR_RETURN(FamilyReader reader, ReaderOf(file));
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
