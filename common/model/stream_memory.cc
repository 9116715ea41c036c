#include "common/model/stream_memory.h"

#include <algorithm>

#include "common/architecture/tensor_layout.h"
#include "common/model/head_forward.h"
#include "common/model/host_layer_pass.h"
#include "common/model/weight_type.h"

namespace widthlab::model {

int64_t StreamMemoryBytes(const architecture::Architecture& a, Precision precision, int64_t tokens,
                          int64_t longest) {
  const int64_t bytes = WeightBytes(WeightTypeFor(precision));
  int64_t largest = 0, widest = 0;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    int64_t weights = 0;
    for (const architecture::StoredTensor& tensor : architecture::LayerTensors(a, layer, "")) {
      weights += tensor.element_count();
    }
    largest = std::max(largest, weights);
    const architecture::LayerShape s = architecture::ShapeOfLayer(a, layer);
    widest = std::max(widest, 2 * (s.query_width + s.kv_width));
  }
  const int64_t at_once = std::min(std::max(kTokensAtOnce, longest), tokens);
  const int64_t head = std::min(a.vocab_size, kVocabularyPiece) * a.hidden_size;
  return std::max(2 * largest * bytes, largest * bytes + head * 4) +
         4 * (2 * tokens * a.hidden_size + at_once * widest);
}

}  // namespace widthlab::model
