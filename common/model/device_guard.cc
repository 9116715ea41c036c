#include "common/model/device_guard.h"

#include <utility>

#include "common/status/error.h"

namespace widthlab::model {

absl::Status DeviceMemoryExhausted(const DeviceNeed& need, std::string_view words) {
  ErrorFacts facts{.reason = "DEVICE_MEMORY", .field = ""};
  facts.metadata["device"] = need.device;
  facts.metadata["wanted_bytes"] = absl::StrCat(need.bytes);
  // Advice for Python follows the first line.
  const std::string first(words.substr(0, words.find('\n')));
  return MakeError(
      absl::StatusCode::kResourceExhausted, std::move(facts),
      absl::StrCat(need.device, " has no room for the model, which takes about ", need.bytes,
                   " bytes of it (", first,
                   "): end what else uses the device, ask for shorter sequences or bfloat16, or "
                   "start the server with --device cpu"));
}

}  // namespace widthlab::model
