#include "common/model/device_memory.h"

#include <algorithm>

#include "common/architecture/tensor_layout.h"

namespace widthlab::model {
namespace {

constexpr int64_t kMostScores = int64_t{1} << 26;
constexpr int64_t kMostQueries = 512;
constexpr int64_t kFloat = 4;  // bytes

int64_t WeightsOf(const architecture::Architecture& a, int64_t layer) {
  int64_t weights = 0;
  for (const architecture::StoredTensor& tensor : architecture::LayerTensors(a, layer, "")) {
    weights += tensor.element_count();
  }
  return weights;
}

// Floats beside the weights while a layer's attention, then its FFN, is computed.
int64_t WorkOf(const architecture::Architecture& a, int64_t layer, int64_t longest) {
  const architecture::LayerShape s = architecture::ShapeOfLayer(a, layer);
  const int64_t d = s.residual_width, qkv = s.query_width + 2 * s.kv_width;
  const int64_t rows = std::min(longest, kDeviceTokenBlock);
  // The states, the projections, the heads' values, and scores before and after their softmax.
  const int64_t attention = longest * (d + qkv + s.query_width) + rows * (d + 2 * qkv) +
                            2 * a.heads * DeviceQueryBlock(a, longest) * longest;
  const bool gated = a.feed_forward == architecture::FeedForward::kGated;
  const int64_t feed_forward = rows * (4 * d + (gated ? 3 : 2) * s.ffn_width);
  return std::max(attention, feed_forward);
}

}  // namespace

int64_t DeviceQueryBlock(const architecture::Architecture& a, int64_t length) {
  return std::clamp<int64_t>(kMostScores / (a.heads * length), 1, std::min(kMostQueries, length));
}

int64_t DeviceMemoryBytes(const architecture::Architecture& a, WeightType type, int64_t longest) {
  const int64_t bytes = WeightBytes(type);
  int64_t most = 0;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    most = std::max(most, WeightsOf(a, layer) * bytes + WorkOf(a, layer, longest) * kFloat);
  }
  const int64_t piece = std::min(a.vocab_size, kDeviceVocabularyPiece);
  const int64_t head =
      piece * a.hidden_size * bytes + kDeviceTokenBlock * (2 * piece + 2 * a.hidden_size) * kFloat;
  return std::max(most, head);
}

}  // namespace widthlab::model
