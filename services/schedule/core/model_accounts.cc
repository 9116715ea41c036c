#include "services/schedule/core/model_accounts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/proto_form.h"
#include "common/status/error.h"

namespace widthlab::schedule {
namespace {

using architecture::Architecture;
using architecture::FeedForward;
using architecture::LayerShape;

constexpr int64_t kBytesPerNumber = 2;

int64_t Met(const Architecture& a) { return a.experts == 0 ? 1 : a.experts_per_token; }

int64_t LayerActivations(const Architecture& a, const LayerShape& s) {
  const int64_t attention = 2 * s.residual_width + 2 * s.query_width + 2 * s.kv_width;
  if (s.ffn_width == 0) return attention;
  const int64_t kept = a.feed_forward == FeedForward::kGated ? 3 : 2;
  return attention + 2 * s.residual_width + a.experts + Met(a) * kept * s.ffn_width;
}

int64_t IdleParameters(const Architecture& a, int64_t layer) {
  if (a.experts == 0) return 0;
  const LayerShape s = architecture::ShapeOfLayer(a, layer);
  const int64_t bias = a.ffn_bias && s.ffn_width > 0 ? s.residual_width : 0;
  return (a.experts - a.experts_per_token) *
         (architecture::FfnUnitCost(a, layer) / a.experts * s.ffn_width + bias);
}

schedule::v1::MemoryAccounts CountMemory(const Architecture& a) {
  const LayerShape last = architecture::ShapeOfLayer(a, a.layers - 1);
  int64_t kept = last.residual_width + a.hidden_size + a.vocab_size;
  const architecture::ParameterAccount parameters = architecture::CountParameters(a);
  int64_t active = parameters.total();
  for (int64_t l = 0; l < a.layers; ++l) {
    kept += LayerActivations(a, architecture::ShapeOfLayer(a, l));
    active -= IdleParameters(a, l);
  }
  schedule::v1::MemoryAccounts memory;
  memory.set_activation_bytes_per_token(kept * kBytesPerNumber);
  memory.set_active_parameters(active);
  memory.set_router_parameters(parameters.router);
  return memory;
}

ModelAccounts CountPlain(const Architecture& a, int64_t sequence_length) {
  return {architecture::AccountsProto(a, sequence_length), CountMemory(a)};
}

// Adds `sign` times every number of `more`, whatever the message.
template <typename Message>
void Add(const Message& more, int64_t sign, Message& to) {
  const auto& reflection = *to.GetReflection();
  for (int i = 0; i < to.GetDescriptor()->field_count(); ++i) {
    const auto* const field = to.GetDescriptor()->field(i);
    if (field->cpp_type() == field->CPPTYPE_INT64) {
      reflection.SetInt64(&to, field,
                          reflection.GetInt64(to, field) + sign * reflection.GetInt64(more, field));
    } else {
      reflection.SetDouble(&to, field,
                           reflection.GetDouble(to, field) +
                               static_cast<double>(sign) * reflection.GetDouble(more, field));
    }
  }
}

void Add(const ModelAccounts& more, int64_t sign, ModelAccounts& to) {
  Add(more.accounts, sign, to.accounts);
  Add(more.memory, sign, to.memory);
}

// The same model with some of its layers, all with heads of one width.
Architecture WithLayers(const Architecture& a, int64_t layers, int64_t ffn, int64_t heads) {
  Architecture part = a;
  part.layers = layers;
  part.ffn_widths.assign(static_cast<size_t>(layers), ffn);
  part.head_dim = heads / a.heads;
  return part;
}

}  // namespace

absl::Status CheckModel(const ScheduledModel& scheduled) {
  const std::vector<int64_t>& widths = scheduled.attention_widths;
  const Architecture& a = scheduled.model;
  if (widths.empty()) return absl::OkStatus();
  if (!a.residual_widths.empty()) {
    return InvalidField("attention_widths", "given", "empty beside residual_widths");
  }
  if (static_cast<int64_t>(widths.size()) != a.layers) {
    return InvalidField("attention_widths", absl::StrCat(widths.size(), " entries"),
                        absl::StrCat("empty or one entry a layer (", a.layers, ")"));
  }
  for (size_t l = 0; l < widths.size(); ++l) {
    if (widths[l] > 0 && widths[l] % (2 * a.heads) == 0) continue;
    return InvalidField(absl::StrCat("attention_widths[", l, "]"), absl::StrCat(widths[l]),
                        absl::StrCat("a multiple of ", 2 * a.heads, ", twice the heads"));
  }
  return absl::OkStatus();
}

// Every count is a sum over layers plus what the ends cost, so a model whose layers differ in a way
// that Architecture cannot say is counted layer by layer: two equal layers less one leave one.
ModelAccounts CountModel(const ScheduledModel& scheduled, int64_t sequence_length) {
  const Architecture& a = scheduled.model;
  const std::vector<int64_t>& widths = scheduled.attention_widths;
  if (widths.empty()) return CountPlain(a, sequence_length);
  ModelAccounts total = CountPlain(WithLayers(a, 1, a.ffn_widths[0], widths[0]), sequence_length);
  for (size_t l = 1; l < widths.size(); ++l) {
    Add(CountPlain(WithLayers(a, 2, a.ffn_widths[l], widths[l]), sequence_length), 1, total);
    Add(CountPlain(WithLayers(a, 1, a.ffn_widths[l], widths[l]), sequence_length), -1, total);
  }
  return total;
}

}  // namespace widthlab::schedule
