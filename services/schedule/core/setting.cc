#include "services/schedule/core/setting.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/architecture/proto_form.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {

namespace {

// An hourglass has a quantum of its own, for the stream that its FFNs follow.
WidthBounds BoundsOf(const v1::ScheduleSpec& spec) {
  if (spec.has_hourglass() || spec.has_hourglass_arithmetic()) return {.quantum = 1};
  WidthBounds bounds{.quantum = spec.quantum()};
  if (spec.has_floor()) bounds.floor = spec.floor();
  if (spec.has_cap()) bounds.cap = spec.cap();
  return bounds;
}

}  // namespace

absl::StatusOr<Setting> ReadSetting(const v1::ScheduleSpec& spec) {
  absl::StatusOr<architecture::Architecture> uniform = architecture::FromProto(spec.architecture());
  if (!uniform.ok()) return UnderField(uniform.status(), "architecture");
  for (int64_t width : uniform->ffn_widths) {
    if (width != spec.architecture().ffn_width()) {
      return InvalidField("architecture.ffn_widths", absl::StrCat("a list with ", width),
                          absl::StrCat("empty: the budget is that of ffn_width (",
                                       spec.architecture().ffn_width(), ") in every layer"));
    }
  }
  if (spec.has_moe()) {
    if (spec.moe().top_k() > spec.moe().experts()) {
      return InvalidField("moe.top_k", absl::StrCat(spec.moe().top_k()),
                          absl::StrCat("in [1, ", spec.moe().experts(), "], the experts"));
    }
    uniform->experts = spec.moe().experts();
    uniform->experts_per_token = spec.moe().top_k();
    RETURN_IF_ERROR(UnderField(architecture::Validate(*uniform), "architecture"));
  }
  ASSIGN_OR_RETURN(WidthBudget budget, MakeWidthBudget(*uniform, BoundsOf(spec)));
  return Setting{*std::move(uniform), std::move(budget)};
}

}  // namespace widthlab::schedule
