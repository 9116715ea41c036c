#include "common/architecture/proto_form.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/traits_proto.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::architecture {
namespace {

constexpr int64_t kCacheBytesPerNumber = 2;

// Checks in the words of the proto's fields; Validate's are those of config.json.
absl::Status CheckProto(const model::v1::Architecture& proto, int64_t kv_heads) {
  // A family's heads have a width of their own, or need not be even: Validate says.
  const bool own = !proto.has_traits();
  if (own && (proto.heads() < 1 || proto.hidden_size() % (2 * int64_t{proto.heads()}) != 0)) {
    return InvalidField("heads", absl::StrCat(proto.heads()),
                        absl::StrCat("a number that divides hidden_size (", proto.hidden_size(),
                                     ") into even widths"));
  }
  if (kv_heads < 1 || proto.heads() % kv_heads != 0) {
    return InvalidField("kv_heads", absl::StrCat(kv_heads),
                        absl::StrCat("a divisor of heads (", proto.heads(), ")"));
  }
  if (proto.ffn_widths_size() != 0 && proto.ffn_widths_size() != proto.layers()) {
    return InvalidField("ffn_widths", absl::StrCat(proto.ffn_widths_size(), " entries"),
                        absl::StrCat("empty or one entry a layer (", proto.layers(), ")"));
  }
  return absl::OkStatus();
}

absl::Status CheckSayable(const Architecture& a) {
  auto cannot = [](std::string_view key, std::string_view value) {
    return InvalidField(key, value, "as in the decoder that this message describes");
  };
  if (!a.residual_widths.empty()) return cannot("residual_widths", "given");
  if (a.experts != 0) return cannot("num_experts", absl::StrCat(a.experts));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Architecture> FromProto(const model::v1::Architecture& proto) {
  const int64_t kv_heads = proto.has_kv_heads() ? proto.kv_heads() : proto.heads();
  RETURN_IF_ERROR(CheckProto(proto, kv_heads));
  Architecture a = UniformArchitecture({.vocab_size = proto.vocab_size(),
                                        .hidden_size = proto.hidden_size(),
                                        .layers = proto.layers(),
                                        .heads = proto.heads(),
                                        .ffn_width = proto.ffn_width(),
                                        .max_positions = proto.max_positions()});
  a.kv_heads = kv_heads;
  a.tied_embeddings = proto.tied_embeddings();
  a.rope_theta = proto.rope_theta();
  a.norm_eps = proto.rms_norm_eps();
  if (proto.ffn_widths_size() > 0) {
    a.ffn_widths.assign(proto.ffn_widths().begin(), proto.ffn_widths().end());
  }
  if (proto.has_traits()) RETURN_IF_ERROR(ReadTraits(proto.traits(), a));
  RETURN_IF_ERROR(Validate(a));
  return a;
}

absl::StatusOr<model::v1::Architecture> ToProto(const Architecture& a, int64_t uniform_width) {
  RETURN_IF_ERROR(CheckSayable(a));
  model::v1::Architecture proto;
  proto.set_vocab_size(static_cast<int32_t>(a.vocab_size));
  proto.set_layers(static_cast<int32_t>(a.layers));
  proto.set_hidden_size(static_cast<int32_t>(a.hidden_size));
  proto.set_heads(static_cast<int32_t>(a.heads));
  proto.set_kv_heads(static_cast<int32_t>(a.kv_heads));
  proto.set_ffn_width(static_cast<int32_t>(uniform_width));
  proto.set_tied_embeddings(a.tied_embeddings);
  proto.set_rope_theta(a.rope_theta);
  proto.set_rms_norm_eps(a.norm_eps);
  proto.set_max_positions(static_cast<int32_t>(a.max_positions));
  if (HasTraits(a)) *proto.mutable_traits() = TraitsProto(a);
  const bool uniform = std::all_of(a.ffn_widths.begin(), a.ffn_widths.end(),
                                   [&](int64_t width) { return width == uniform_width; });
  if (uniform) return proto;
  for (int64_t width : a.ffn_widths) proto.add_ffn_widths(static_cast<int32_t>(width));
  return proto;
}

model::v1::Accounts AccountsProto(const Architecture& a, int64_t sequence_length) {
  const ParameterAccount parameters = CountParameters(a);
  const double flops = static_cast<double>(ForwardFlopsPerToken(a, sequence_length));
  model::v1::Accounts out;
  out.set_total_parameters(parameters.total());
  out.set_effective_parameters(parameters.effective());
  out.set_non_embedding_parameters(parameters.non_embedding());
  out.set_embedding_parameters(parameters.embedding + parameters.unembedding);
  out.set_attention_parameters(parameters.attention);
  out.set_ffn_parameters(FfnBudgetParameters(a));
  out.set_norm_parameters(parameters.norms);
  out.set_forward_flops_per_token(flops);
  out.set_training_flops_per_token(3 * flops);
  out.set_kv_bytes_per_token(KvBytesPerToken(a, kCacheBytesPerNumber));
  return out;
}

}  // namespace widthlab::architecture
