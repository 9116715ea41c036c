// The ><former as families: residual widths, and FFN widths in proportion. arXiv 2606.18246.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_FAMILIES_H_

#include "absl/status/statusor.h"
#include "services/schedule/core/families/family.h"
#include "services/schedule/core/families/hourglass.h"

namespace widthlab::schedule {

// What the options ask for of a resolved model; a geometric one.
Hourglass HourglassOf(const model::v1::Architecture& model, const v1::HourglassFamily& options);

// Layer l's FFN is ffn_width / hidden_size times as wide as its residual stream, or, where that is
// fixed, as its attention. Quantum, floor and
// cap of the spec, which are about FFN widths, do not apply. INVALID_ARGUMENT naming ratio, turn,
// layers or quantum: a multiple of twice the heads, and no width below it.
absl::StatusOr<FamilyResult> MakeHourglass(const FamilyInput& input);
absl::StatusOr<FamilyResult> MakeHourglassArithmetic(const FamilyInput& input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_HOURGLASS_FAMILIES_H_
