#include "services/capture/core/cloud.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace widthlab::capture {
namespace {

template <typename T>
void Keep(absl::Span<const int64_t> kept, int64_t width, std::vector<T>& values) {
  std::vector<T> result;
  result.reserve(kept.size() * static_cast<size_t>(width));
  for (const int64_t row : kept) {
    const auto begin = values.begin() + row * width;
    result.insert(result.end(), begin, begin + width);
  }
  values = std::move(result);
}

}  // namespace

Cloud::Cloud(int64_t layer_count, int64_t row_count, int64_t state_width)
    : rows(row_count), width(state_width), layers(static_cast<size_t>(layer_count)) {
  const auto size = static_cast<size_t>(rows * width);
  for (Layer& layer : layers) {
    layer.ffn_in.resize(size);
    layer.ffn_out.resize(size);
  }
  for (std::vector<int64_t>* column : {&sequence, &position, &token_id, &subsample}) {
    column->resize(static_cast<size_t>(rows));
  }
}

void Cloud::KeepRows(absl::Span<const int64_t> kept) {
  for (Layer& layer : layers) {
    Keep(kept, width, layer.ffn_in);
    Keep(kept, width, layer.ffn_out);
  }
  for (std::vector<int64_t>* column : {&sequence, &position, &token_id, &subsample}) {
    Keep(kept, 1, *column);
  }
  rows = static_cast<int64_t>(kept.size());
}

absl::Status WriteCloud(const Cloud& cloud, const tensor_io::ByteSink& sink) {
  std::vector<tensor_io::TensorToWrite> tensors;
  for (size_t layer = 0; layer < cloud.layers.size(); ++layer) {
    tensors.push_back(tensor_io::FromSpan(absl::StrCat("ffn_in.", layer), {cloud.rows, cloud.width},
                                          absl::MakeConstSpan(cloud.layers[layer].ffn_in)));
    tensors.push_back(tensor_io::FromSpan(absl::StrCat("ffn_out.", layer),
                                          {cloud.rows, cloud.width},
                                          absl::MakeConstSpan(cloud.layers[layer].ffn_out)));
  }
  const auto column = [&](const char* name, const std::vector<int64_t>& values) {
    tensors.push_back(tensor_io::FromSpan(name, {cloud.rows}, absl::MakeConstSpan(values)));
  };
  column("sequence", cloud.sequence);
  column("position", cloud.position);
  column("token_id", cloud.token_id);
  column("subsample", cloud.subsample);
  return tensor_io::WriteSafetensors(std::move(tensors), {{"format", "widthlab.activations.v1"}},
                                     sink);
}

}  // namespace widthlab::capture
