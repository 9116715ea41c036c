#include "services/schedule/core/families/joint_layers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/moments.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/families/profile_layers.h"
#include "services/schedule/core/families/sensitivity_layers.h"

namespace widthlab::schedule {
namespace {

using geometry::v1::Estimate;

// Undefined layers take the median of the others.
absl::StatusOr<std::vector<double>> FilledIn(std::vector<double> values) {
  std::vector<double> defined;
  for (double value : values) {
    if (std::isfinite(value)) defined.push_back(value);
  }
  if (defined.empty()) {
    return InvalidFieldBecause("profile", "the residual need is undefined in every layer");
  }
  std::sort(defined.begin(), defined.end());
  const size_t half = defined.size() / 2;
  const double median =
      defined.size() % 2 == 1 ? defined[half] : (defined[half - 1] + defined[half]) / 2;
  for (double& value : values) {
    if (!std::isfinite(value)) value = median;
  }
  return values;
}

absl::StatusOr<std::vector<double>> NeedByLayer(const FamilyInput& input,
                                                const v1::JointFamily& joint,
                                                const v1::GeometryGuidedFamily& options) {
  const size_t layers = input.budget.layers();
  if (joint.residual_need() == v1::RESIDUAL_NEED_EQUAL) return std::vector<double>(layers, 1.0);
  std::vector<double> need;
  if (const auto* estimates = FindNeed(*input.profile, joint, options); estimates != nullptr) {
    for (const Estimate& e : *estimates) need.push_back(e.mean());
  }
  if (need.size() == layers) return need;
  return InvalidField(
      "residual_need", v1::ResidualNeed_Name(joint.residual_need()),
      absl::StrCat("one that the profile has for ", layers, " layers (this one has ", need.size(),
                   "), or RESIDUAL_NEED_EQUAL"));
}

}  // namespace

absl::StatusOr<v1::GeometryGuidedFamily> GuidedOptions(const v1::JointFamily& joint) {
  v1::GeometryGuidedFamily options;
  options.set_profile(joint.profile());
  options.set_geometry(joint.geometry());
  options.set_statistic(joint.statistic());
  options.set_smoothing(joint.smoothing());
  options.set_window(joint.window());
  options.set_work_floor(joint.work_floor());
  if (joint.has_exponent()) options.set_exponent(joint.exponent());
  options.set_sensitivity(joint.sensitivity());
  RETURN_IF_ERROR(spec::Resolve(options));
  return options;
}

const google::protobuf::RepeatedPtrField<Estimate>* FindNeed(
    const geometry::v1::Profile& profile, const v1::JointFamily& joint,
    const v1::GeometryGuidedFamily& options) {
  const geometry::v1::DimensionCurve* const curve = FindDimension(profile, options);
  if (curve == nullptr || joint.residual_need() == v1::RESIDUAL_NEED_EQUAL) return nullptr;
  const bool rank = joint.residual_need() == v1::RESIDUAL_NEED_EFFECTIVE_RANK;
  return rank ? &curve->effective_rank() : &curve->participation_ratio();
}

absl::StatusOr<DrawnLayers> ReadJointLayers(const FamilyInput& input, const v1::JointFamily& joint,
                                            const v1::GeometryGuidedFamily& options) {
  const size_t layers = input.budget.layers();
  DrawnLayers read;
  ASSIGN_OR_RETURN(read.measured, ReadLayers(*input.profile, options, layers));
  if (input.sensitivity != nullptr) {
    ASSIGN_OR_RETURN(
        read.measured.sensitivity,
        SensitivityByLayer(*input.sensitivity, options.sensitivity_estimate(), layers));
  }
  ASSIGN_OR_RETURN(read.need, NeedByLayer(input, joint, options));
  return read;
}

absl::StatusOr<PreparedLayers> SetMeasured(const DrawnLayers& read, const v1::JointFamily& joint,
                                           const v1::GeometryGuidedFamily& options,
                                           JointProblem& problem) {
  ASSIGN_OR_RETURN(PreparedLayers prepared, PrepareLayers(read.measured, options, false));
  problem.exponent = prepared.layers.exponent;
  problem.work = prepared.layers.work;
  for (size_t l = 0; l < problem.work.size(); ++l) {
    problem.work[l] *= prepared.layers.sensitivity[l];
  }
  if (joint.residual_need() == v1::RESIDUAL_NEED_EQUAL) {
    problem.need = read.need;
  } else {
    ASSIGN_OR_RETURN(const std::vector<double> need, FilledIn(read.need));
    ASSIGN_OR_RETURN(problem.need, PrepareWork("profile", need, SmoothingOf(options)));
  }
  problem.kappa = joint.balance() * BalancedKappa(problem, numeric::Mean(problem.exponent));
  return prepared;
}

}  // namespace widthlab::schedule
