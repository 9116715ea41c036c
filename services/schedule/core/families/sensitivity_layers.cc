#include "services/schedule/core/families/sensitivity_layers.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::schedule {
namespace {

using capture::v1::LayerSensitivity;
using capture::v1::LossRise;
using capture::v1::Sensitivity;

}  // namespace

const LossRise& RiseOf(const LayerSensitivity& layer, v1::SensitivityEstimate estimate) {
  return estimate == v1::SENSITIVITY_ESTIMATE_ABLATION ? layer.ablation() : layer.noise();
}

absl::StatusOr<std::vector<double>> SensitivityByLayer(const Sensitivity& sensitivity,
                                                       v1::SensitivityEstimate estimate,
                                                       size_t layers) {
  if (static_cast<size_t>(sensitivity.layers_size()) != layers) {
    return InvalidFieldBecause(
        "sensitivity",
        absl::StrCat("it measures ", sensitivity.layers_size(), " layers, the model has ", layers));
  }
  const bool ablation = estimate == v1::SENSITIVITY_ESTIMATE_ABLATION;
  std::vector<double> values;
  for (const LayerSensitivity& layer : sensitivity.layers()) {
    const bool measured = ablation ? layer.has_ablation() : layer.has_noise();
    const double mean = RiseOf(layer, estimate).mean();
    if (!measured || !std::isfinite(mean)) {
      return InvalidFieldBecause(
          "sensitivity",
          absl::StrCat("its ", ablation ? "ablation" : "noise", " estimate is ",
                       measured ? "undefined" : "missing", " in layer ", values.size()));
    }
    values.push_back(mean);
  }
  return values;
}

}  // namespace widthlab::schedule
