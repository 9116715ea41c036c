// The filter of ListArtifacts: conditions joined by AND.
//
//   kind = PROFILE AND labels.colour != "blue" AND create_time >= "2026-01-31T12:00:00Z"
//
//   kind                =  !=             a kind, long or short, in any case
//   labels.KEY          =  !=             a text; != also holds where there is no such label
//   create_time         =  !=  <  <=  >  >=  a date (midnight UTC) or an RFC 3339 time
//
// A value without spaces and quotes may stand bare. In quotes, \" and \\ are a quote and a
// backslash.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LIST_FILTER_H_
#define WIDTHLAB_COMMON_ARTIFACT_LIST_FILTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::artifact {

enum class FilterField { kKind, kLabel, kCreateTime };

struct FilterCondition {
  FilterField field = FilterField::kKind;
  // As written above, and as SQL has it too.
  std::string op = {};
  // Of a label.
  std::string key = {};
  // Of a label.
  std::string text = {};
  // Number of a kind, or nanoseconds since 1970.
  int64_t number = 0;
};

// Empty text gives no conditions. INVALID_ARGUMENT INVALID_FILTER says what is wrong.
absl::StatusOr<std::vector<FilterCondition>> ReadFilter(std::string_view filter);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LIST_FILTER_H_
