#include "services/orchestrator/core/comparison/layer_widths.h"

namespace widthlab::pipeline {

std::vector<int32_t> LayerWidths(const model::v1::Architecture& architecture) {
  const auto& listed = architecture.ffn_widths();
  if (!listed.empty()) return {listed.begin(), listed.end()};
  return std::vector<int32_t>(architecture.layers(), architecture.ffn_width());
}

}  // namespace widthlab::pipeline
