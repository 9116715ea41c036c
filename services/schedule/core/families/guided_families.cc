#include "services/schedule/core/families/guided_families.h"

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "common/status/macros.h"
#include "services/schedule/core/families/guided_layers.h"
#include "services/schedule/core/families/sensitivity_layers.h"
#include "services/schedule/core/families/width_intervals.h"
#include "services/schedule/core/solver/smoothing.h"

namespace widthlab::schedule {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

absl::StatusOr<FamilyResult> Solve(FamilyResult::Solved solved, const WidthBudget& budget) {
  ASSIGN_OR_RETURN(solved.answer, SolveWork(solved.layers, budget));
  FamilyResult result{.targets = solved.answer.solution.widths,
                      .widths = solved.answer.integers.widths};
  result.rounding = RoundingOf("surrogate", solved.answer.integers);
  result.solved = std::move(solved);
  return result;
}

absl::StatusOr<FamilyResult> Make(const FamilyInput& input, const v1::GeometryGuidedFamily& options,
                                  bool inverse) {
  const size_t layers = input.budget.layers();
  ASSIGN_OR_RETURN(MeasuredLayers measured, ReadLayers(*input.profile, options, layers));
  if (input.sensitivity != nullptr) {
    ASSIGN_OR_RETURN(
        measured.sensitivity,
        SensitivityByLayer(*input.sensitivity, options.sensitivity_estimate(), layers));
  }
  ASSIGN_OR_RETURN(PreparedLayers prepared, PrepareLayers(measured, options, inverse));
  FamilyResult::Solved solved;
  solved.layers = std::move(prepared.layers);
  solved.facts = LayerFactsOf(measured, prepared.smoothed);
  solved.inverse = inverse;
  ASSIGN_OR_RETURN(FamilyResult result, Solve(std::move(solved), input.budget));
  ASSIGN_OR_RETURN(result.intervals, BootstrapWidths(*input.profile, input.sensitivity, options,
                                                     inverse, measured, input.budget));
  return result;
}

}  // namespace

absl::StatusOr<FamilyResult> MakeGeometryGuided(const FamilyInput& input) {
  return Make(input, input.spec.geometry_guided(), /*inverse=*/false);
}

absl::StatusOr<FamilyResult> MakeInverseWork(const FamilyInput& input) {
  return Make(input, input.spec.inverse_work(), /*inverse=*/true);
}

absl::StatusOr<FamilyResult> MakeSensitivityOnly(const FamilyInput& input) {
  const v1::SensitivityOnlyFamily& options = input.spec.sensitivity_only();
  const size_t layers = input.budget.layers();
  ASSIGN_OR_RETURN(const std::vector<double> measured,
                   SensitivityByLayer(*input.sensitivity, options.sensitivity_estimate(), layers));
  FamilyResult::Solved solved;
  ASSIGN_OR_RETURN(solved.layers.sensitivity,
                   PrepareSensitivity("sensitivity", measured, options.sensitivity_floor()));
  ASSIGN_OR_RETURN(solved.layers.exponent,
                   GivenExponents(options.exponents(), true, options.exponent(), layers));
  solved.layers.work.assign(layers, 1.0);
  solved.facts.assign(layers, {kUndefined, kUndefined, kUndefined});
  return Solve(std::move(solved), input.budget);
}

}  // namespace widthlab::schedule
