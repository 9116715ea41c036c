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

absl::StatusOr<std::vector<double>> WorkByLayer(const Profile& profile,
                                                const v1::GeometryGuidedFamily& options) {
  WorkCurve wanted;
  wanted.set_geometry(options.geometry());
  wanted.set_statistic(options.statistic());
  for (const WorkCurve& curve : profile.work()) {
    if (NameOf(curve) != NameOf(wanted)) continue;
    std::vector<double> work;
    for (const Estimate& layer : curve.layers()) {
      if (!std::isfinite(layer.mean())) {
        return InvalidFieldBecause(
            "profile", absl::StrCat(NameOf(wanted), " is undefined in layer ", work.size(), ": ",
                                    layer.undefined_reason()));
      }
      work.push_back(layer.mean());
    }
    return work;
  }
  return InvalidField("statistic", NameOf(wanted), Choices(profile.work()));
}

absl::StatusOr<std::vector<double>> DimensionByLayer(const Profile& profile,
                                                     const v1::GeometryGuidedFamily& options) {
  DimensionCurve wanted;
  wanted.set_geometry(options.dimension_geometry());
  wanted.set_cloud(options.dimension_cloud());
  for (const DimensionCurve& curve : profile.dimensions()) {
    if (NameOf(curve) != NameOf(wanted)) continue;
    const bool two_nn = options.dimension_estimator() == v1::DIMENSION_ESTIMATOR_TWO_NN;
    std::vector<double> dimension;
    for (const Estimate& layer : two_nn ? curve.two_nn() : curve.levina_bickel()) {
      const bool defined = std::isfinite(layer.mean());
      dimension.push_back(defined ? layer.mean() : std::numeric_limits<double>::quiet_NaN());
    }
    return dimension;
  }
  return InvalidField("dimension_geometry", NameOf(wanted), Choices(profile.dimensions()));
}

}  // namespace widthlab::schedule
