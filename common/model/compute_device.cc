#include "common/model/compute_device.h"

#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/model/cuda_library.h"
#include "common/model/device_class.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

constexpr char kFlag[] = "--device";
constexpr char kCuda[] = "cuda";

// N of "cuda:N" and 0 of "cuda"; -1 for another word.
int CudaIndex(const std::string& name) {
  if (name == kCuda) return 0;
  const std::string prefix = absl::StrCat(kCuda, ":");
  if (name.compare(0, prefix.size(), prefix) != 0) return -1;
  const std::string number = name.substr(prefix.size());
  uint32_t index = 0;
  const bool digits = number.find_first_not_of("0123456789") == std::string::npos;
  // LibTorch counts devices in a signed byte.
  return digits && absl::SimpleAtoi(number, &index) && index < 128 ? static_cast<int>(index) : -1;
}

}  // namespace

absl::StatusOr<ComputeDevice> ComputeDevice::Open(const std::string& name) {
  if (name == "cpu") return ComputeDevice();
  const int index = CudaIndex(name);
  if (index < 0) return InvalidField(kFlag, name, "cpu, cuda or cuda:N");
  if (const absl::Status loaded = LoadCudaLibrary(); !loaded.ok()) {
    return InvalidFieldBecause(
        kFlag, absl::StrCat(name, " needs LibTorch's CUDA library, which is not there (",
                            std::string(loaded.message()),
                            "): let WIDTHLAB_LIBTORCH name a torch with CUDA when you build, or "
                            "WIDTHLAB_CUDA_LIBRARIES its libraries when you build an image; "
                            "or take --device cpu"));
  }
  ASSIGN_OR_RETURN(const int count, CountCudaDevices());
  if (count == 0) {
    return InvalidFieldBecause(
        kFlag, absl::StrCat(name,
                            " needs a GPU, and LibTorch finds none: see whether nvidia-smi "
                            "lists one and, in a container, whether it was given one; or "
                            "take --device cpu"));
  }
  if (index >= count) {
    return InvalidField(
        kFlag, name,
        count == 1 ? "cuda:0, the one GPU of this machine"
                   : absl::StrCat("cuda:0 to cuda:", count - 1, ", the GPUs of this machine"));
  }
  ASSIGN_OR_RETURN(std::string device_class, OpenCudaDevice(index));
  return ComputeDevice(absl::StrCat(kCuda, ":", index), std::move(device_class));
}

ComputeDevice ComputeDevice::TensorsOnHostForTesting() {
  return ComputeDevice("cpu", absl::StrCat(DeviceClass(), "-tensors"));
}

std::string ComputeDevice::device_class() const { return class_.empty() ? DeviceClass() : class_; }

}  // namespace widthlab::model
