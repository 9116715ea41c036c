#include "services/schedule/service/schedule_model.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

using Widths = google::protobuf::RepeatedField<int32_t>;

constexpr int32_t kMostWidth = 1 << 20;
constexpr int kMostLayers = 10000;

absl::Status CheckList(const char* field, const Widths& widths, int32_t least) {
  for (int l = 0; l < widths.size(); ++l) {
    if (widths[l] >= least && widths[l] <= kMostWidth) continue;
    return InvalidField(absl::StrCat(field, "[", l, "]"), absl::StrCat(widths[l]),
                        absl::StrCat("in [", least, ", ", kMostWidth, "]"));
  }
  return absl::OkStatus();
}

absl::Status CheckLength(const char* field, int entries, int layers) {
  if (entries == 0 || entries == layers) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(entries, " entries"),
                      absl::StrCat("one a layer (", layers, ")"));
}

}  // namespace

absl::Status CheckWidths(const v1::Schedule& schedule) {
  const int layers = schedule.ffn_widths_size();
  if (layers == 0) return InvalidField("ffn_widths", "empty", "one entry a layer");
  if (layers > kMostLayers) {
    return InvalidField("ffn_widths", absl::StrCat(layers, " entries"),
                        absl::StrCat("at most ", kMostLayers));
  }
  RETURN_IF_ERROR(CheckList("ffn_widths", schedule.ffn_widths(), 0));
  RETURN_IF_ERROR(CheckList("residual_widths", schedule.residual_widths(), 1));
  RETURN_IF_ERROR(CheckList("attention_widths", schedule.attention_widths(), 1));
  RETURN_IF_ERROR(CheckLength("residual_widths", schedule.residual_widths_size(), layers));
  return CheckLength("attention_widths", schedule.attention_widths_size(), layers);
}

absl::StatusOr<ScheduledModel> ModelOf(const v1::Schedule& schedule) {
  model::v1::Architecture proto = schedule.architecture();
  proto.clear_ffn_widths();
  const int layers = schedule.ffn_widths_size();
  if (!proto.has_layers()) proto.set_layers(layers);
  if (proto.layers() != layers) {
    return InvalidField("ffn_widths", absl::StrCat(layers, " entries"),
                        absl::StrCat("one a layer (", proto.layers(), ")"));
  }
  if (const absl::Status s = spec::Resolve(proto); !s.ok()) return UnderField(s, "architecture");
  absl::StatusOr<architecture::Architecture> model = architecture::FromProto(proto);
  if (!model.ok()) return UnderField(model.status(), "architecture");
  model->ffn_widths.assign(schedule.ffn_widths().begin(), schedule.ffn_widths().end());
  model->residual_widths.assign(schedule.residual_widths().begin(),
                                schedule.residual_widths().end());
  model->experts = schedule.experts();
  model->experts_per_token = schedule.experts_per_token();
  RETURN_IF_ERROR(UnderField(architecture::Validate(*model), "architecture"));
  ScheduledModel scheduled{.model = *std::move(model)};
  scheduled.attention_widths.assign(schedule.attention_widths().begin(),
                                    schedule.attention_widths().end());
  RETURN_IF_ERROR(CheckModel(scheduled));
  return scheduled;
}

}  // namespace widthlab::schedule
