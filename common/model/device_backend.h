// The layer-streaming decoder on a device, in LibTorch's tensor operations. LibTorch inside.
//
// One layer's weights are on the device while the host reads those of the next into pinned memory.
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_BACKEND_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_BACKEND_H_

#include <memory>

#include "common/model/compute_device.h"
#include "common/model/stream_backend.h"

namespace widthlab::model {

// Requires a device that is not the host.
std::unique_ptr<StreamBackend> MakeDeviceBackend(const StreamModel& model,
                                                 const ComputeDevice& device);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_BACKEND_H_
