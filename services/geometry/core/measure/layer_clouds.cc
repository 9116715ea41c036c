#include "services/geometry/core/measure/layer_clouds.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/geometry/core/distance/cloud_check.h"

namespace widthlab::geometry {
namespace {

std::string TensorName(std::string_view cloud, int64_t layer) {
  return absl::StrCat(std::string(cloud), ".", layer);
}

// Rows of each subsample, in the order of their numbers.
absl::StatusOr<std::vector<std::vector<int64_t>>> GroupRows(
    const tensor_io::SafetensorsFile& file) {
  ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor("subsample"));
  RETURN_IF_ERROR(view.ExpectShape({-1}));
  std::vector<int64_t> subsample(view.info->shape[0]);
  RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(subsample)));
  std::map<int64_t, std::vector<int64_t>> groups;
  for (size_t row = 0; row < subsample.size(); ++row) {
    groups[subsample[row]].push_back(static_cast<int64_t>(row));
  }
  if (groups.empty()) {
    return InvalidField("subsample", "an empty tensor", "the subsample of at least one token");
  }
  std::vector<std::vector<int64_t>> rows;
  for (auto& [number, group] : groups) rows.push_back(std::move(group));
  return rows;
}

// The rows of a float32 tensor from where they lie, of any other type by way of a copy.
absl::StatusOr<OwnedCloud> GatherRows(const tensor_io::TensorView& view,
                                      const std::vector<int64_t>& rows) {
  OwnedCloud cloud;
  cloud.points = static_cast<int64_t>(rows.size());
  cloud.dimension = view.info->shape[1];
  cloud.values.resize(rows.size() * cloud.dimension);
  const auto gather = [&](const auto* from) {
    double* to = cloud.values.data();
    for (const int64_t row : rows) {
      to = std::copy_n(from + row * cloud.dimension, cloud.dimension, to);
    }
  };
  if (const auto floats = view.Elements<float>(); floats.ok()) {
    gather(floats->data());
    return cloud;
  }
  std::vector<double> whole(view.info->shape[0] * cloud.dimension);
  RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(whole)));
  gather(whole.data());
  return cloud;
}

}  // namespace

LayerClouds::LayerClouds(tensor_io::SafetensorsFile file, int64_t layers,
                         std::vector<std::vector<int64_t>> rows)
    : file_(std::move(file)), layers_(layers), rows_(std::move(rows)) {}

absl::StatusOr<LayerClouds> LayerClouds::Open(const std::string& path) {
  ASSIGN_OR_RETURN(tensor_io::SafetensorsFile file, tensor_io::SafetensorsFile::Open(path));
  ASSIGN_OR_RETURN(std::vector<std::vector<int64_t>> rows, GroupRows(file));
  const int64_t tokens = file.tensors().find("subsample")->second.shape[0];
  int64_t layers = 0;
  while (layers == 0 || file.Has(TensorName(kIn, layers))) {
    for (const std::string_view cloud : {kIn, kOut}) {
      ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor(TensorName(cloud, layers)));
      RETURN_IF_ERROR(view.ExpectShape({tokens, -1}));
    }
    ++layers;
  }
  return LayerClouds(std::move(file), layers, std::move(rows));
}

int64_t LayerClouds::dimension(int64_t layer) const {
  return file_.tensors().find(TensorName(kIn, layer))->second.shape[1];
}

int64_t LayerClouds::largest_subsample() const {
  size_t largest = 0;
  for (const auto& rows : rows_) largest = std::max(largest, rows.size());
  return static_cast<int64_t>(largest);
}

absl::StatusOr<OwnedCloud> LayerClouds::ReadSubsample(std::string_view cloud, int64_t layer,
                                                      int64_t subsample,
                                                      bool need_directions) const {
  const std::string name = TensorName(cloud, layer);
  const std::vector<int64_t>& rows = rows_[subsample];
  ASSIGN_OR_RETURN(const tensor_io::TensorView view, file_.Tensor(name));
  ASSIGN_OR_RETURN(OwnedCloud result, GatherRows(view, rows));
  for (int64_t i = 0; i < result.points; ++i) {
    RETURN_IF_ERROR(CheckPoint(name, rows[i], result.values.data() + i * result.dimension,
                               result.dimension, need_directions));
  }
  return result;
}

}  // namespace widthlab::geometry
