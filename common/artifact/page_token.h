// Page tokens: the place in the list, bound to the filter that it was made for.
#ifndef WIDTHLAB_COMMON_ARTIFACT_PAGE_TOKEN_H_
#define WIDTHLAB_COMMON_ARTIFACT_PAGE_TOKEN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace widthlab::artifact {

std::string PageToken(int64_t before, std::string_view filter);

// The place; the end of all places for an empty token. INVALID_ARGUMENT for a token that was not
// made for this filter.
absl::StatusOr<int64_t> ReadPageToken(std::string_view token, std::string_view filter);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_PAGE_TOKEN_H_
