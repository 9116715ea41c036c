#include "common/model/cuda_library.h"

#include <ATen/Context.h>
#include <ATen/Version.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "common/model/pool_tasks.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

constexpr char kLibrary[] = "libtorch_cuda.so";

// Of the CUDA runtime's enumeration of device attributes, which is part of its binary interface.
constexpr int kMultiprocessors = 16;
constexpr int kCapabilityMajor = 75;
constexpr int kCapabilityMinor = 76;

// The path of the library in the folder of LibTorch's own, or its bare name.
std::string BesideLibTorch() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&at::get_cpu_capability), &info) == 0) return kLibrary;
  std::error_code error;
  const std::filesystem::path own = std::filesystem::canonical(info.dli_fname, error);
  return error ? kLibrary : (own.parent_path() / kLibrary).string();
}

// The CUDA runtime comes with LibTorch, and none of its headers are needed for this one call.
absl::StatusOr<int> Attribute(int attribute, int device) {
  using GetAttribute = int (*)(int* value, int attribute, int device);
  const auto get = reinterpret_cast<GetAttribute>(dlsym(RTLD_DEFAULT, "cudaDeviceGetAttribute"));
  int value = 0;
  if (get != nullptr && get(&value, attribute, device) == 0) return value;
  return absl::InternalError(
      absl::StrCat("the CUDA runtime does not tell attribute ", attribute, " of GPU ", device));
}

}  // namespace

absl::Status LoadCudaLibrary() {
  for (const std::string& path : {BesideLibTorch(), std::string(kLibrary)}) {
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return absl::OkStatus();
  }
  const char* words = dlerror();
  return NotFound("NO_CUDA_LIBRARY", "", words == nullptr ? kLibrary : words);
}

absl::StatusOr<int> CountCudaDevices() {
  return Guarded([]() -> absl::StatusOr<int> {
    return at::hasCUDA() ? static_cast<int>(at::detail::getCUDAHooks().deviceCount()) : 0;
  });
}

absl::StatusOr<std::string> OpenCudaDevice(int index) {
  // Two streams would share the matrix library's workspace in an order that varies without it. Kept
  // where the user has set it.
  setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
  RETURN_IF_ERROR(Guarded([]() -> absl::Status {
    at::Context& context = at::globalContext();
    context.lazyInitDevice(at::kCUDA);
    context.setAllowTF32CuBLAS(false);
    context.setAllowBF16ReductionCuBLAS(false);
    // Memory is written before it is read here; filling it first would only cost time.
    context.setDeterministicFillUninitializedMemory(false);
    context.setDeterministicAlgorithms(true, /*warn_only=*/false);
    return absl::OkStatus();
  }));
  ASSIGN_OR_RETURN(const int major, Attribute(kCapabilityMajor, index));
  ASSIGN_OR_RETURN(const int minor, Attribute(kCapabilityMinor, index));
  ASSIGN_OR_RETURN(const int multiprocessors, Attribute(kMultiprocessors, index));
  return absl::StrCat("cuda-sm", major, minor, "-", multiprocessors);
}

}  // namespace widthlab::model
