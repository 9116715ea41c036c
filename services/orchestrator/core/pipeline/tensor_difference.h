// Largest absolute difference between the numbers of two safetensors files.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TENSOR_DIFFERENCE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TENSOR_DIFFERENCE_H_

#include <string>

#include "absl/status/statusor.h"

namespace widthlab::pipeline {

// Over all tensors; two NaNs are equal, a NaN against a number is infinitely far. Infinite where
// the files have other tensors or shapes. Errors where a file cannot be read.
absl::StatusOr<double> LargestTensorDifference(const std::string& first_path,
                                               const std::string& second_path);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TENSOR_DIFFERENCE_H_
