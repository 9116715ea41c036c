// The field `device_class` of the specs of this area.
//
//   RETURN_IF_ERROR(FinishDeviceClass(device, spec));    // CaptureSpec, SensitivitySpec,
//   DiagnoseSpec
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DEVICE_FIELD_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DEVICE_FIELD_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/model/compute_device.h"
#include "common/status/error.h"

namespace widthlab::capture {

// Writes the class of `device` into a spec that leaves it open. INVALID_ARGUMENT on device_class
// where the spec asks for another: its bytes cannot be promised here.
template <typename Spec>
absl::Status FinishDeviceClass(const model::ComputeDevice& device, Spec& spec) {
  const std::string here = device.device_class();
  if (spec.device_class().empty()) spec.set_device_class(here);
  if (spec.device_class() == here) return absl::OkStatus();
  return InvalidField("device_class", spec.device_class(),
                      absl::StrCat(here, ", the class of what this server computes on (--device)"));
}

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DEVICE_FIELD_H_
