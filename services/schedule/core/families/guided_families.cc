#include "services/schedule/core/families/guided_families.h"

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/profile_layers.h"
#include "services/schedule/core/solver/exponent.h"
#include "services/schedule/core/solver/smoothing.h"

namespace widthlab::schedule {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

SmoothingKind KindOf(v1::Smoothing smoothing) {
  switch (smoothing) {
    case v1::SMOOTHING_MOVING_AVERAGE:
      return SmoothingKind::kMovingAverage;
    case v1::SMOOTHING_GAUSSIAN:
      return SmoothingKind::kGaussian;
    default:
      return SmoothingKind::kNone;
  }
}

absl::Status CheckLayers(size_t measured, const WidthBudget& budget) {
  if (measured == budget.layers()) return absl::OkStatus();
  return InvalidFieldBecause("profile", absl::StrCat("it measures ", measured,
                                                     " layers, the model has ", budget.layers()));
}

// Exponents, and the dimension of each layer where it decided its exponent.
absl::StatusOr<std::vector<double>> ExponentsOf(const geometry::v1::Profile& profile,
                                                const v1::GeometryGuidedFamily& options,
                                                size_t layers, std::vector<LayerFacts>& facts) {
  if (options.has_exponent()) return std::vector<double>(layers, options.exponent());
  ASSIGN_OR_RETURN(const std::vector<double> dimension, DimensionByLayer(profile, options));
  if (dimension.size() != layers) {
    return InvalidFieldBecause("profile", absl::StrCat("it has ", dimension.size(),
                                                       " dimensions for ", layers, " layers"));
  }
  absl::StatusOr<Exponents> exponents =
      ExponentsFromDimension(dimension, {.scale = options.exponent_scale()});
  if (!exponents.ok())
    return InvalidFieldBecause("profile", std::string(exponents.status().message()));
  for (size_t l = 0; l < layers; ++l) facts[l].dimension = dimension[l];
  return std::move(exponents->values);
}

absl::StatusOr<FamilyResult> Make(const FamilyInput& input, const v1::GeometryGuidedFamily& options,
                                  bool inverse) {
  const geometry::v1::Profile& profile = *input.profile;
  ASSIGN_OR_RETURN(const std::vector<double> measured, WorkByLayer(profile, options));
  RETURN_IF_ERROR(CheckLayers(measured.size(), input.budget));
  ASSIGN_OR_RETURN(const std::vector<double> smoothed,
                   PrepareWork("profile", measured,
                               {.kind = KindOf(options.smoothing()),
                                .window = options.window(),
                                .floor_share = options.work_floor()}));
  FamilyResult::Solved solved;
  for (size_t l = 0; l < measured.size(); ++l) {
    solved.facts.push_back({measured[l], smoothed[l], kUndefined});
  }
  ASSIGN_OR_RETURN(solved.layers.exponent,
                   ExponentsOf(profile, options, measured.size(), solved.facts));
  solved.layers.work = smoothed;
  if (inverse) {
    for (double& work : solved.layers.work) work = 1 / work;
  }
  solved.layers.sensitivity.assign(measured.size(), 1.0);
  ASSIGN_OR_RETURN(solved.answer, SolveWork(solved.layers, input.budget));
  FamilyResult result{.targets = solved.answer.solution.widths,
                      .widths = solved.answer.integers.widths};
  result.solved = std::move(solved);
  return result;
}

}  // namespace

absl::StatusOr<FamilyResult> MakeGeometryGuided(const FamilyInput& input) {
  return Make(input, input.spec.geometry_guided(), /*inverse=*/false);
}

absl::StatusOr<FamilyResult> MakeInverseWork(const FamilyInput& input) {
  return Make(input, input.spec.inverse_work(), /*inverse=*/true);
}

}  // namespace widthlab::schedule
