#include "services/orchestrator/core/pipeline/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/tensor_view.h"

namespace widthlab::pipeline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double Distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double distance = std::fabs(a - b);
  return std::isnan(distance) ? kInfinity : distance;
}

// Floats widened, or integers.
absl::StatusOr<std::vector<double>> Numbers(const tensor_io::TensorView& view) {
  std::vector<double> numbers(view.info->element_count());
  if (view.CopyTo(absl::MakeSpan(numbers)).ok()) return numbers;
  std::vector<int64_t> integers(numbers.size());
  RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(integers)));
  std::copy(integers.begin(), integers.end(), numbers.begin());
  return numbers;
}

absl::StatusOr<double> TensorDistance(const tensor_io::TensorView& first,
                                      const tensor_io::TensorView& second) {
  if (first.info->shape != second.info->shape) return kInfinity;
  ASSIGN_OR_RETURN(const std::vector<double> a, Numbers(first));
  ASSIGN_OR_RETURN(const std::vector<double> b, Numbers(second));
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, Distance(a[i], b[i]));
  return largest;
}

}  // namespace

absl::StatusOr<double> LargestTensorDifference(const std::string& first_path,
                                               const std::string& second_path) {
  ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile first,
                   tensor_io::SafetensorsFile::Open(first_path));
  ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile second,
                   tensor_io::SafetensorsFile::Open(second_path));
  if (first.tensors().size() != second.tensors().size()) return kInfinity;
  double largest = 0;
  for (const auto& [name, info] : first.tensors()) {
    if (!second.Has(name)) return kInfinity;
    ASSIGN_OR_RETURN(const tensor_io::TensorView a, first.Tensor(name));
    ASSIGN_OR_RETURN(const tensor_io::TensorView b, second.Tensor(name));
    ASSIGN_OR_RETURN(const double distance, TensorDistance(a, b));
    largest = std::max(largest, distance);
  }
  return largest;
}

}  // namespace widthlab::pipeline
