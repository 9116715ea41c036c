#include "common/model/device_class.h"

#include <ATen/Version.h>
#include <torch/version.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace widthlab::model {

std::string DeviceClass() {
  // The matrix library has kernels of its own for AMD's processors, which sum in another order.
  const char* vendor = __builtin_cpu_is("amd") ? "-amd" : "";
  return absl::StrCat("cpu-", absl::AsciiStrToLower(at::get_cpu_capability()), vendor);
}

std::string LibTorchVersion() { return TORCH_VERSION; }

}  // namespace widthlab::model
