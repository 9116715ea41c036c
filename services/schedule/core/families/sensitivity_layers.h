// Reads from a sensitivity what the solver needs of every layer.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SENSITIVITY_LAYERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SENSITIVITY_LAYERS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// The chosen estimate of one layer.
const capture::v1::LossRise& RiseOf(const capture::v1::LayerSensitivity& layer,
                                    v1::SensitivityEstimate estimate);

// The chosen estimate of every layer as measured: it may be negative. INVALID_ARGUMENT naming
// `sensitivity` for another number of layers, or a layer that is undefined.
absl::StatusOr<std::vector<double>> SensitivityByLayer(const capture::v1::Sensitivity& sensitivity,
                                                       v1::SensitivityEstimate estimate,
                                                       size_t layers);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_SENSITIVITY_LAYERS_H_
