// Where the layer-streaming decoder computes: the processor, or a CUDA device.
//
//   ASSIGN_OR_RETURN(const ComputeDevice device, ComputeDevice::Open("cuda:1"));   // as --device
//   spec.set_device_class(device.device_class());                                // "cuda-sm90-132"
//   StreamDecoder::Create(a, source, {.pool = &pool, .device = device});
//
// A plain value without LibTorch; the default is the processor.
#ifndef WIDTHLAB_COMMON_MODEL_COMPUTE_DEVICE_H_
#define WIDTHLAB_COMMON_MODEL_COMPUTE_DEVICE_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace widthlab::model {

class ComputeDevice {
 public:
  // The processor, on the threads of a pool.
  ComputeDevice() = default;

  // "cpu", "cuda" (the first device) or "cuda:N". For CUDA, LibTorch's library for it is loaded, so
  // this must come before anything else of the process asks LibTorch about CUDA. INVALID_ARGUMENT
  // on --device says what to do: another word, no CUDA library here, no GPU, no GPU of that number.
  static absl::StatusOr<ComputeDevice> Open(const std::string& name);

  // Computes as a CUDA device does, with LibTorch's tensors, but on the processor.
  static ComputeDevice TensorsOnHostForTesting();

  bool is_host() const { return !tensors_; }
  // As LibTorch reads it: "cpu", "cuda:0".
  const std::string& name() const { return name_; }

  // The class of machine whose bytes a result promises: that of DeviceClass on the processor,
  // "cuda-sm90-132" on a GPU of compute capability 9.0 with 132 multiprocessors. The matrix library
  // promises equal bits for equal capability and number of multiprocessors, and no more.
  std::string device_class() const;

 private:
  ComputeDevice(std::string name, std::string device_class)
      : name_(std::move(name)), class_(std::move(device_class)), tensors_(true) {}

  std::string name_ = "cpu";
  std::string class_ = {};  // empty on the processor
  bool tensors_ = false;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_COMPUTE_DEVICE_H_
