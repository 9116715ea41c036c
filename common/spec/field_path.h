// Paths of fields as errors and `--set` write them: "arms[2].runs[0]".
#ifndef WIDTHLAB_COMMON_SPEC_FIELD_PATH_H_
#define WIDTHLAB_COMMON_SPEC_FIELD_PATH_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::spec {

// "arms[2]" + "name" is "arms[2].name"; an empty path stands for the message itself.
std::string FieldPath(std::string_view path, std::string_view field);
std::string ItemPath(std::string_view path, int index);

// INVALID_ARGUMENT UNKNOWN_FIELD: `path` is none of the fields of `type`, which it lists.
absl::Status UnknownField(std::string_view path, const google::protobuf::Descriptor& type);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_FIELD_PATH_H_
