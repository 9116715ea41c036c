// Says how the LibTorch in force computes: version, matrix library, instruction set, threads.
// `./run doctor` calls it, because only the library itself knows what it chose on this processor.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <torch/version.h>

#include <initializer_list>
#include <iostream>
#include <string>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "common/model/compute_device.h"

namespace {

// Prints the lines of `text` that begin with one of the words a user can act on.
void PrintLinesAbout(const std::string& text, std::initializer_list<absl::string_view> subjects) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    absl::ConsumePrefix(&line, "- ");
    for (absl::string_view subject : subjects) {
      if (absl::StartsWith(line, subject)) std::cout << "  " << line << "\n";
    }
  }
}

}  // namespace

int main() {
  // Before anything else asks LibTorch about CUDA.
  const auto gpu = widthlab::model::ComputeDevice::Open("cuda");
  std::cout << "  LibTorch " << TORCH_VERSION << ", instruction set " << at::get_cpu_capability()
            << "\n";
  PrintLinesAbout(at::get_mkl_version() + "\n" + at::get_mkldnn_version(), {"Intel", "oneAPI"});
  PrintLinesAbout(at::show_config(), {"BLAS", "LAPACK"});
  PrintLinesAbout(at::get_parallel_info(),
                  {"at::get_num_threads", "at::get_num_interop_threads", "OpenMP", "omp_get_max",
                   "mkl_get_max", "ATen parallel backend"});
  std::cout << "  "
            << (gpu.ok() ? "first GPU " + gpu->device_class() : std::string(gpu.status().message()))
            << "\n";
  return 0;
}
