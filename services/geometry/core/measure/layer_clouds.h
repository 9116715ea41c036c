// The clouds of an activations artifact, layer by layer and subsample by subsample.
//
//   ASSIGN_OR_RETURN(const LayerClouds clouds, LayerClouds::Open(path));
//   ASSIGN_OR_RETURN(const OwnedCloud x, clouds.ReadSubsample(LayerClouds::kIn, layer, s));
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_LAYER_CLOUDS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_LAYER_CLOUDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/safetensors_file.h"
#include "services/geometry/core/distance/cloud_view.h"

namespace widthlab::geometry {

// Points with their memory.
struct OwnedCloud {
  std::vector<double> values;
  int64_t points = 0;
  int64_t dimension = 0;

  CloudView View() const { return CloudView(values.data(), points, dimension); }
};

// Reads cloud.safetensors: ffn_in.<layer> and ffn_out.<layer> [n, d] of any float type for layers
// 0, 1, …, and subsample [n]. Safe to use from many threads.
class LayerClouds {
 public:
  // The two clouds of a layer, as their tensors are called.
  static constexpr std::string_view kIn = "ffn_in";
  static constexpr std::string_view kOut = "ffn_out";

  // INVALID_ARGUMENT names the file and the tensor that is missing or has a wrong shape. Numbers
  // are not looked at.
  static absl::StatusOr<LayerClouds> Open(const std::string& path);

  int64_t layers() const { return layers_; }
  int64_t subsamples() const { return static_cast<int64_t>(rows_.size()); }
  // Tokens of a subsample, as rows of the tensors.
  const std::vector<int64_t>& rows(int64_t subsample) const { return rows_[subsample]; }
  // d of the layer's X.
  int64_t dimension(int64_t layer) const;
  // Tokens of the largest subsample.
  int64_t largest_subsample() const;

  // INVALID_ARGUMENT names tensor, row and coordinate that is NaN or infinite, or the row that is
  // zero, if `need_directions`.
  absl::StatusOr<OwnedCloud> ReadSubsample(std::string_view cloud, int64_t layer, int64_t subsample,
                                           bool need_directions) const;

 private:
  LayerClouds(tensor_io::SafetensorsFile file, int64_t layers,
              std::vector<std::vector<int64_t>> rows);

  tensor_io::SafetensorsFile file_;
  int64_t layers_;
  std::vector<std::vector<int64_t>> rows_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_LAYER_CLOUDS_H_
