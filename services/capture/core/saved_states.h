// The residual stream after the last finished layer, in a folder, for a run that is started again.
//
//   RETURN_IF_ERROR(SaveStates(folder, /*finished=*/3, states));
//   const int64_t first = RestoreStates(folder, layers, absl::MakeSpan(states));  // 3
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SAVED_STATES_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SAVED_STATES_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::capture {

// `finished` layers are done. Replaces what was kept before, whole or not at all. Nothing without a
// folder.
absl::Status SaveStates(const std::string& folder, int64_t finished,
                        absl::Span<const float> states);

// How many layers are done, with the states after them; 0 where nothing fitting is kept.
int64_t RestoreStates(const std::string& folder, int64_t layers, absl::Span<float> states);

void RemoveStates(const std::string& folder);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SAVED_STATES_H_
