#include "services/orchestrator/core/diagnostics/mean_norms.h"

#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "common/numeric/moments.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_file.h"

namespace widthlab::pipeline {
namespace {

double Norm(absl::Span<const double> row) {
  double sum = 0;
  for (double value : row) sum += value * value;
  return std::sqrt(sum);
}

absl::StatusOr<double> MeanNorm(const tensor_io::TensorView& states) {
  RETURN_IF_ERROR(states.ExpectShape({-1, -1}));
  std::vector<double> values(states.info->element_count());
  RETURN_IF_ERROR(states.CopyTo(absl::MakeSpan(values)));
  const size_t width = static_cast<size_t>(states.info->shape[1]);
  std::vector<double> norms;
  for (size_t begin = 0; begin < values.size(); begin += width) {
    norms.push_back(Norm(absl::MakeConstSpan(values).subspan(begin, width)));
  }
  return numeric::Mean(norms);
}

}  // namespace

absl::StatusOr<std::vector<double>> MeanNorms(const std::string& path, int layers,
                                              absl::FunctionRef<absl::Status()> check) {
  ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile file, tensor_io::SafetensorsFile::Open(path));
  std::vector<double> norms;
  for (int l = 0; l < layers; ++l) {
    RETURN_IF_ERROR(check());
    ASSIGN_OR_RETURN(const tensor_io::TensorView states, file.Tensor(absl::StrCat("ffn_in.", l)));
    ASSIGN_OR_RETURN(const double norm, MeanNorm(states));
    norms.push_back(norm);
  }
  return norms;
}

}  // namespace widthlab::pipeline
