#include "services/schedule/core/families/profile_layers.h"

#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::schedule {
namespace {

using geometry::v1::DimensionCurve;
using geometry::v1::Estimate;
using geometry::v1::Geometry_Name;
using geometry::v1::Profile;
using geometry::v1::Statistic_Name;
using geometry::v1::WorkCurve;

std::string NameOf(const WorkCurve& curve) {
  return absl::StrCat(Statistic_Name(curve.statistic()), " in ", Geometry_Name(curve.geometry()));
}

std::string NameOf(const DimensionCurve& curve) {
  return absl::StrCat(curve.cloud(), " in ", Geometry_Name(curve.geometry()));
}

template <typename Curves>
std::string Choices(const Curves& curves) {
  std::string choices = "one that the profile has:";
  const char* separator = " ";
  for (const auto& curve : curves) {
    absl::StrAppend(&choices, separator, NameOf(curve));
    separator = ", ";
  }
  return choices;
}

}  // namespace

const WorkCurve* FindWork(const Profile& profile, const v1::GeometryGuidedFamily& options) {
  for (const WorkCurve& curve : profile.work()) {
    if (curve.geometry() == options.geometry() && curve.statistic() == options.statistic()) {
      return &curve;
    }
  }
  return nullptr;
}

const DimensionCurve* FindDimension(const Profile& profile,
                                    const v1::GeometryGuidedFamily& options) {
  for (const DimensionCurve& curve : profile.dimensions()) {
    if (curve.geometry() == options.dimension_geometry() &&
        curve.cloud() == options.dimension_cloud()) {
      return &curve;
    }
  }
  return nullptr;
}

const google::protobuf::RepeatedPtrField<Estimate>& DimensionsOf(
    const DimensionCurve& curve, const v1::GeometryGuidedFamily& options) {
  const bool two_nn = options.dimension_estimator() == v1::DIMENSION_ESTIMATOR_TWO_NN;
  return two_nn ? curve.two_nn() : curve.levina_bickel();
}

absl::StatusOr<std::vector<double>> WorkByLayer(const Profile& profile,
                                                const v1::GeometryGuidedFamily& options) {
  const WorkCurve* const curve = FindWork(profile, options);
  if (curve == nullptr) {
    WorkCurve wanted;
    wanted.set_geometry(options.geometry());
    wanted.set_statistic(options.statistic());
    return InvalidField("statistic", NameOf(wanted), Choices(profile.work()));
  }
  std::vector<double> work;
  for (const Estimate& layer : curve->layers()) {
    if (!std::isfinite(layer.mean())) {
      return InvalidFieldBecause(
          "profile", absl::StrCat(NameOf(*curve), " is undefined in layer ", work.size(), ": ",
                                  layer.undefined_reason()));
    }
    work.push_back(layer.mean());
  }
  return work;
}

absl::StatusOr<std::vector<double>> DimensionByLayer(const Profile& profile,
                                                     const v1::GeometryGuidedFamily& options) {
  const DimensionCurve* const curve = FindDimension(profile, options);
  if (curve == nullptr) {
    DimensionCurve wanted;
    wanted.set_geometry(options.dimension_geometry());
    wanted.set_cloud(options.dimension_cloud());
    return InvalidField("dimension_geometry", NameOf(wanted), Choices(profile.dimensions()));
  }
  std::vector<double> dimension;
  for (const Estimate& layer : DimensionsOf(*curve, options)) {
    const bool defined = std::isfinite(layer.mean());
    dimension.push_back(defined ? layer.mean() : std::numeric_limits<double>::quiet_NaN());
  }
  return dimension;
}

}  // namespace widthlab::schedule
