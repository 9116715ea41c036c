#include "services/capture/core/cloud.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"

namespace widthlab::capture {
namespace {

void Keep(absl::Span<const int64_t> kept, int64_t width, FloatFile& values) {
  if (values.empty()) return;
  float* out = values.data();
  for (const int64_t row : kept) {  // ascending, so that nothing is overwritten before it is read
    std::copy_n(values.data() + row * width, width, out);
    out += width;
  }
  values.Shorten(kept.size() * static_cast<size_t>(width));
}

void Keep(absl::Span<const int64_t> kept, std::vector<int64_t>& column) {
  std::vector<int64_t> result;
  for (const int64_t row : kept) result.push_back(column[static_cast<size_t>(row)]);
  column = std::move(result);
}

// Gives its pages back once it is written.
tensor_io::TensorToWrite ToWrite(std::string name, int64_t rows, const FloatFile& values) {
  const int64_t columns = static_cast<int64_t>(values.size()) / std::max<int64_t>(rows, 1);
  const auto write = [&values](const tensor_io::ByteSink& sink) {
    const absl::Status status =
        sink({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
    values.Release();
    return status;
  };
  return {std::move(name), tensor_io::DType::kF32, {rows, columns}, write};
}

}  // namespace

Cloud::Cloud(Empty, int64_t row_count, int64_t state_width) : rows(row_count), width(state_width) {
  for (std::vector<int64_t>* column : {&sequence, &position, &token_id, &subsample}) {
    column->resize(static_cast<size_t>(rows));
  }
}

Cloud::Cloud(int64_t layer_count, int64_t row_count, int64_t state_width)
    : Cloud(Empty(), row_count, state_width) {
  layers.resize(static_cast<size_t>(layer_count));
  for (Layer& layer : layers) {
    layer.ffn_in = FloatFile(std::vector<float>(static_cast<size_t>(rows * width)));
    layer.ffn_out = FloatFile(std::vector<float>(static_cast<size_t>(rows * width)));
  }
}

absl::StatusOr<Cloud> Cloud::Create(const CloudShape& shape, const std::string& folder) {
  Cloud cloud(Empty(), shape.rows, shape.width);
  cloud.points = shape.points;
  for (int64_t l = 0; l < shape.layers; ++l) {
    Layer& layer = cloud.layers.emplace_back();
    const struct {
      const char* name;
      bool wanted;
      FloatFile& file;
    } points[] = {{"ffn_in", true, layer.ffn_in},
                  {"ffn_out", true, layer.ffn_out},
                  {"attention_out", shape.points.attention_out, layer.attention_out},
                  {"ffn_norm", shape.points.ffn_norm, layer.ffn_norm},
                  {"ffn_update", shape.points.ffn_update, layer.ffn_update}};
    for (const auto& point : points) {
      if (!point.wanted) continue;
      ASSIGN_OR_RETURN(point.file, FloatFile::Open(folder, absl::StrCat(point.name, ".", l),
                                                   shape.rows * shape.width));
    }
  }
  if (shape.vocabulary > 0) {
    ASSIGN_OR_RETURN(cloud.logits,
                     FloatFile::Open(folder, "logits", shape.rows * shape.vocabulary));
  }
  return cloud;
}

void Cloud::KeepRows(absl::Span<const int64_t> kept) {
  const int64_t vocabulary = static_cast<int64_t>(logits.size()) / std::max<int64_t>(rows, 1);
  for (Layer& layer : layers) {
    for (FloatFile* file : {&layer.ffn_in, &layer.ffn_out, &layer.attention_out, &layer.ffn_norm,
                            &layer.ffn_update}) {
      Keep(kept, width, *file);
      file->Release();
    }
  }
  Keep(kept, vocabulary, logits);
  for (std::vector<int64_t>* column : {&sequence, &position, &token_id, &subsample}) {
    Keep(kept, *column);
  }
  rows = static_cast<int64_t>(kept.size());
}

absl::Status WriteCloud(const Cloud& cloud, const tensor_io::ByteSink& sink) {
  std::vector<tensor_io::TensorToWrite> tensors;
  for (size_t l = 0; l < cloud.layers.size(); ++l) {
    const Cloud::Layer& layer = cloud.layers[l];
    const auto add = [&](const char* name, bool wanted, const FloatFile& values) {
      if (wanted) tensors.push_back(ToWrite(absl::StrCat(name, ".", l), cloud.rows, values));
    };
    add("ffn_in", cloud.points.ffn_in, layer.ffn_in);
    add("ffn_out", cloud.points.ffn_out, layer.ffn_out);
    add("attention_out", cloud.points.attention_out, layer.attention_out);
    add("ffn_norm", cloud.points.ffn_norm, layer.ffn_norm);
    add("ffn_update", cloud.points.ffn_update, layer.ffn_update);
  }
  if (!cloud.logits.empty()) tensors.push_back(ToWrite("logits", cloud.rows, cloud.logits));
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
