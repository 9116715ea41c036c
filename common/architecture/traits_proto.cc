#include "common/architecture/traits_proto.h"

#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::architecture {
namespace {

constexpr std::pair<std::string_view, FeedForward> kMlpTypes[] = {{"", FeedForward::kGated},
                                                                  {"plain", FeedForward::kPlain}};
constexpr std::pair<std::string_view, Activation> kActivations[] = {
    {"", Activation::kSilu},
    {"gelu", Activation::kGelu},
    {"gelu_tanh", Activation::kGeluTanh},
    {"relu", Activation::kRelu},
    {"relu_squared", Activation::kReluSquared}};
constexpr std::pair<std::string_view, NormKind> kNorms[] = {{"", NormKind::kRms},
                                                            {"layer", NormKind::kLayer}};
constexpr std::pair<std::string_view, QkNorm> kQkNorms[] = {
    {"", QkNorm::kNone}, {"head", QkNorm::kPerHead}, {"projection", QkNorm::kWholeProjection}};
constexpr std::pair<std::string_view, Positions> kPositions[] = {{"", Positions::kRotary},
                                                                 {"learned", Positions::kLearned}};
constexpr std::pair<std::string_view, RopeScaling::Kind> kScalings[] = {
    {"", RopeScaling::Kind::kNone},
    {"linear", RopeScaling::Kind::kLinear},
    {"llama3", RopeScaling::Kind::kLlama3},
    {"divisors", RopeScaling::Kind::kDivisors}};

template <typename Enum, size_t N>
std::string Word(Enum value, const std::pair<std::string_view, Enum> (&words)[N]) {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return std::string(word);
  }
  return "";
}

template <typename Enum, size_t N>
absl::Status ReadWord(std::string_view field, const std::string& given,
                      const std::pair<std::string_view, Enum> (&words)[N], Enum& out) {
  std::string allowed = "empty";
  for (const auto& [word, meaning] : words) {
    if (word == given) {
      out = meaning;
      return absl::OkStatus();
    }
    if (!word.empty()) absl::StrAppend(&allowed, " or ", std::string(word));
  }
  return InvalidField(absl::StrCat("traits.", std::string(field)), given, allowed);
}

void WriteRotation(const Architecture& a, model::v1::Traits& out) {
  out.set_positions(Word(a.positions, kPositions));
  out.set_local_rope_theta(a.local_rope_theta);
  const RopeScaling& scaling = a.rope_scaling;
  out.set_rope_scaling(Word(scaling.kind, kScalings));
  *out.mutable_rope_divisors() = {scaling.divisors.begin(), scaling.divisors.end()};
  const bool llama3 = scaling.kind == RopeScaling::Kind::kLlama3;
  if (llama3 || scaling.kind == RopeScaling::Kind::kLinear) out.set_rope_factor(scaling.factor);
  if (!llama3) return;
  out.set_rope_low_freq_factor(scaling.low_freq_factor);
  out.set_rope_high_freq_factor(scaling.high_freq_factor);
  out.set_rope_original_max_positions(scaling.original_max_positions);
}

absl::Status ReadRotation(const model::v1::Traits& traits, Architecture& a) {
  RETURN_IF_ERROR(ReadWord("positions", traits.positions(), kPositions, a.positions));
  a.local_rope_theta = traits.local_rope_theta();
  RopeScaling scaling;
  RETURN_IF_ERROR(ReadWord("rope_scaling", traits.rope_scaling(), kScalings, scaling.kind));
  scaling.divisors.assign(traits.rope_divisors().begin(), traits.rope_divisors().end());
  const bool llama3 = scaling.kind == RopeScaling::Kind::kLlama3;
  if (llama3 || scaling.kind == RopeScaling::Kind::kLinear) scaling.factor = traits.rope_factor();
  if (llama3) {
    scaling.low_freq_factor = traits.rope_low_freq_factor();
    scaling.high_freq_factor = traits.rope_high_freq_factor();
    scaling.original_max_positions = traits.rope_original_max_positions();
  }
  a.rope_scaling = std::move(scaling);
  return absl::OkStatus();
}

}  // namespace

model::v1::Traits TraitsProto(const Architecture& a) {
  model::v1::Traits out;
  out.set_model_type(a.model_type);
  if (a.heads > 0 && a.head_dim * a.heads != a.hidden_size) {
    out.set_head_dim(static_cast<int32_t>(a.head_dim));
  }
  out.set_mlp_type(Word(a.feed_forward, kMlpTypes));
  out.set_activation(Word(a.activation, kActivations));
  out.set_qkv_bias(a.qkv_bias);
  out.set_attention_output_bias(a.attention_output_bias);
  out.set_ffn_bias(a.ffn_bias);
  out.set_norm(Word(a.norm, kNorms));
  out.set_norm_adds_one(a.norm_adds_one);
  out.set_no_pre_norms(!a.pre_norms);
  out.set_post_norms(a.post_norms);
  out.set_qk_norm(Word(a.qk_norm, kQkNorms));
  WriteRotation(a, out);
  *out.mutable_windows() = {a.windows.begin(), a.windows.end()};
  out.set_attention_scale(a.attention_scale);
  out.set_attention_soft_cap(a.attention_soft_cap);
  out.set_final_soft_cap(a.final_soft_cap);
  if (a.embedding_scale != 1) out.set_embedding_scale(a.embedding_scale);
  return out;
}

absl::Status ReadTraits(const model::v1::Traits& traits, Architecture& a) {
  if (!traits.model_type().empty()) a.model_type = traits.model_type();
  if (traits.head_dim() != 0) a.head_dim = traits.head_dim();
  RETURN_IF_ERROR(ReadWord("mlp_type", traits.mlp_type(), kMlpTypes, a.feed_forward));
  RETURN_IF_ERROR(ReadWord("activation", traits.activation(), kActivations, a.activation));
  a.qkv_bias = traits.qkv_bias();
  a.attention_output_bias = traits.attention_output_bias();
  a.ffn_bias = traits.ffn_bias();
  RETURN_IF_ERROR(ReadWord("norm", traits.norm(), kNorms, a.norm));
  a.norm_adds_one = traits.norm_adds_one();
  a.pre_norms = !traits.no_pre_norms();
  a.post_norms = traits.post_norms();
  RETURN_IF_ERROR(ReadWord("qk_norm", traits.qk_norm(), kQkNorms, a.qk_norm));
  RETURN_IF_ERROR(ReadRotation(traits, a));
  a.windows.assign(traits.windows().begin(), traits.windows().end());
  a.attention_scale = traits.attention_scale();
  a.attention_soft_cap = traits.attention_soft_cap();
  a.final_soft_cap = traits.final_soft_cap();
  if (traits.embedding_scale() != 0) a.embedding_scale = traits.embedding_scale();
  return absl::OkStatus();
}

}  // namespace widthlab::architecture
