#include "services/capture/core/sensitivity/remarks.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace widthlab::capture {
namespace {

std::string LayersText(const google::protobuf::RepeatedField<int32_t>& layers) {
  return absl::StrCat(layers.size() == 1 ? "layer " : "layers ", absl::StrJoin(layers, ", "));
}

void AddUnmeasured(v1::Sensitivity& sensitivity, int measured) {
  if (measured == sensitivity.layers_size()) return;
  sensitivity.add_remarks(absl::StrCat("Only ", measured, " of ", sensitivity.layers_size(),
                                       " layers are measured; a schedule needs all of them."));
}

void AddUncertainty(v1::Sensitivity& sensitivity) {
  if (sensitivity.batches() > 1) return;
  sensitivity.add_remarks(
      sensitivity.draws() > 1
          ? "There is one batch: intervals are over draws of noise, and say nothing about other "
            "text. An ablation has no interval."
          : "There is one batch and one draw: nothing has an interval.");
}

}  // namespace

void AddRemarks(v1::Sensitivity& sensitivity) {
  int measured = 0;
  for (int layer = 0; layer < sensitivity.layers_size(); ++layer) {
    const v1::LayerSensitivity& one = sensitivity.layers(layer);
    if (one.has_noise()) ++measured;
    if (one.has_noise() && !one.noise().above_zero()) {
      sensitivity.add_noise_not_above_zero(layer);
    }
    if (one.has_ablation() && !one.ablation().above_zero()) {
      sensitivity.add_ablation_not_above_zero(layer);
    }
  }
  AddUnmeasured(sensitivity, measured);
  AddUncertainty(sensitivity);
  if (!sensitivity.noise_not_above_zero().empty()) {
    sensitivity.add_remarks(absl::StrCat(
        "lambda is not significantly above 0 in ", LayersText(sensitivity.noise_not_above_zero()),
        ": as far as this measurement can tell, noise there costs nothing. More sequences, batches "
        "or draws narrow the interval."));
  }
  if (!sensitivity.ablation_not_above_zero().empty()) {
    sensitivity.add_remarks(
        absl::StrCat("Leaving out the update does not significantly raise the "
                     "loss in ",
                     LayersText(sensitivity.ablation_not_above_zero()), "."));
  }
}

}  // namespace widthlab::capture
