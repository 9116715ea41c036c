// FFN width of every layer of an architecture, also where it lists none because all are equal.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_LAYER_WIDTHS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_LAYER_WIDTHS_H_

#include <cstdint>
#include <vector>

#include "widthlab/model/v1/model.pb.h"

namespace widthlab::pipeline {

std::vector<int32_t> LayerWidths(const model::v1::Architecture& architecture);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_LAYER_WIDTHS_H_
