// What a device throws, as statuses.
//
//   const auto need = [&] { return DeviceNeed{"cuda:0", DeviceMemoryBytes(a, type, longest)}; };
//   return OnDevice(need, [&]() -> absl::Status { ... at::mm(x, w) ... });
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_GUARD_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_GUARD_H_

#include <c10/util/Exception.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace widthlab::model {

// A device, and what the model at hand takes of its memory (DeviceMemoryBytes).
struct DeviceNeed {
  std::string device = {};
  int64_t bytes = 0;
};

// RESOURCE_EXHAUSTED DEVICE_MEMORY: the bytes wanted, what LibTorch said, and what can be done.
absl::Status DeviceMemoryExhausted(const DeviceNeed& need, std::string_view words);

// Runs `body`, which returns a status or a StatusOr. Out of memory becomes DeviceMemoryExhausted of
// what `need` returns, everything else that LibTorch throws INTERNAL.
template <typename Need, typename Body>
auto OnDevice(Need need, Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const c10::OutOfMemoryError& error) {
    return DeviceMemoryExhausted(need(), error.what_without_backtrace());
  } catch (const std::exception& error) {
    return absl::InternalError(absl::StrCat("LibTorch: ", error.what()));
  }
}

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_GUARD_H_
