// LibTorch's CUDA library, which is loaded only where a GPU is asked for, so that one build runs
// with and without. LibTorch inside.
//
//   RETURN_IF_ERROR(LoadCudaLibrary());
//   ASSIGN_OR_RETURN(const int devices, CountCudaDevices());
//   ASSIGN_OR_RETURN(const std::string device_class, OpenCudaDevice(0));   // "cuda-sm90-132"
#ifndef WIDTHLAB_COMMON_MODEL_CUDA_LIBRARY_H_
#define WIDTHLAB_COMMON_MODEL_CUDA_LIBRARY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::model {

// Looks beside LibTorch's own library, then where the system looks. Must come before the first
// question about CUDA to LibTorch: what that finds, nothing, is kept for good. NOT_FOUND with the
// loader's words.
absl::Status LoadCudaLibrary();

// Requires LoadCudaLibrary. INTERNAL where the driver fails.
absl::StatusOr<int> CountCudaDevices();

// Makes device `index` ready, and its sums the same in every run: no TensorFloat-32, no sums in
// bfloat16, no algorithm whose order varies. These are settings of the process. Returns the class
// of the device; INTERNAL where the driver fails.
absl::StatusOr<std::string> OpenCudaDevice(int index);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_CUDA_LIBRARY_H_
