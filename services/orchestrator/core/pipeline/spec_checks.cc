#include "services/orchestrator/core/pipeline/spec_checks.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/comparison/compare_spec.h"
#include "services/orchestrator/core/diagnostics/correlate_spec.h"

namespace widthlab::pipeline {
namespace {

absl::Status CheckHeads(const model::v1::Architecture& a) {
  // A family's heads have a width of their own.
  const bool own = !a.has_traits();
  if (own && (a.hidden_size() % a.heads() != 0 || a.hidden_size() / a.heads() % 2 != 0)) {
    return InvalidField("architecture.heads", absl::StrCat(a.heads()),
                        absl::StrCat("a divisor of hidden_size = ", a.hidden_size(),
                                     " that leaves heads of even width"));
  }
  if (a.has_kv_heads() && a.heads() % a.kv_heads() != 0) {
    return InvalidField("architecture.kv_heads", absl::StrCat(a.kv_heads()),
                        absl::StrCat("a divisor of heads = ", a.heads()));
  }
  if (!a.ffn_widths().empty() && a.ffn_widths_size() != a.layers()) {
    return InvalidField("architecture.ffn_widths", absl::StrCat(a.ffn_widths_size(), " widths"),
                        absl::StrCat("one for each of the ", a.layers(), " layers"));
  }
  return absl::OkStatus();
}

absl::Status CheckTrain(const training::v1::TrainSpec& spec) {
  RETURN_IF_ERROR(CheckHeads(spec.architecture()));
  if (spec.batch_size() % spec.shards() != 0) {
    return InvalidField("batch_size", absl::StrCat(spec.batch_size()),
                        absl::StrCat("a multiple of shards = ", spec.shards()));
  }
  if (spec.sequence_length() > spec.architecture().max_positions()) {
    return InvalidField(
        "sequence_length", absl::StrCat(spec.sequence_length()),
        absl::StrCat("at most architecture.max_positions = ", spec.architecture().max_positions()));
  }
  return absl::OkStatus();
}

// All layers of the architecture cost the same, so the budget pays for ffn_width in each.
absl::Status CheckSchedule(const schedule::v1::ScheduleSpec& spec) {
  RETURN_IF_ERROR(CheckHeads(spec.architecture()));
  if (spec.family_case() == schedule::v1::ScheduleSpec::FAMILY_NOT_SET) {
    return InvalidFieldBecause("family", "a schedule needs a family, for instance uniform");
  }
  if (spec.has_uniform() || spec.has_explicit_()) return absl::OkStatus();
  const int64_t quantum = spec.quantum();
  const int64_t budget = spec.architecture().ffn_width();
  const int64_t floor = spec.has_floor() ? spec.floor() : quantum;
  const int64_t least = (floor + quantum - 1) / quantum * quantum;
  if (least > budget) {
    return InvalidField(
        spec.has_floor() ? "floor" : "quantum", absl::StrCat(spec.has_floor() ? floor : quantum),
        absl::StrCat("at most ", budget / quantum * quantum, ": the budget is ffn_width = ", budget,
                     " in every layer, and widths are ", "multiples of ", quantum));
  }
  if (spec.has_cap() && (spec.cap() < budget || spec.cap() < least)) {
    return InvalidField("cap", absl::StrCat(spec.cap()),
                        absl::StrCat("at least ", std::max(budget, least),
                                     ": with less in every layer the budget cannot be spent"));
  }
  return absl::OkStatus();
}

absl::Status CheckReport(const v1::ReportSpec& spec) {
  if (!spec.comparison().empty() || !spec.profile().empty() || !spec.correlations().empty()) {
    return absl::OkStatus();
  }
  return InvalidFieldBecause("comparison",
                             "a report needs a comparison, a profile or correlations");
}

}  // namespace

absl::Status CheckSpec(const v1::PipelineStep& step) {
  switch (step.spec_case()) {
    case v1::PipelineStep::kTrain:
      return CheckTrain(step.train());
    case v1::PipelineStep::kSchedule:
      return CheckSchedule(step.schedule());
    case v1::PipelineStep::kCompare:
      return CheckCompareSpec(step.compare());
    case v1::PipelineStep::kCorrelate:
      return CheckCorrelateSpec(step.correlate());
    case v1::PipelineStep::kReport:
      return CheckReport(step.report());
    default:
      return absl::OkStatus();
  }
}

}  // namespace widthlab::pipeline
