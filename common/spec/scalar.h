// One scalar or enum value of a field, by itself: read from text, set, fetched, written as text.
//
//   ASSIGN_OR_RETURN(const Scalar value, ScalarFromText(field, "0.9", "radius"));
//   SetScalar(message, field, value);
//
// Options, `--set KEY=VALUE` and JSON all read values through here.
#ifndef WIDTHLAB_COMMON_SPEC_SCALAR_H_
#define WIDTHLAB_COMMON_SPEC_SCALAR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace widthlab::spec {

// Enum values are held by number. Strings and bytes are both std::string.
using Scalar = std::variant<bool, int32_t, int64_t, uint32_t, uint64_t, float, double, std::string>;

// Reads what `field` (or each of its items) may hold: "true", "12", "1e3" where that is a whole
// number, "NaN", "RAW" or "GEOMETRY_RAW", base64 for bytes. INVALID_ARGUMENT names `path`.
absl::StatusOr<Scalar> ScalarFromText(const google::protobuf::FieldDescriptor& field,
                                      std::string_view text, std::string_view path);

// Sets a singular field, or appends to a repeated one.
void PutScalar(google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field,
               Scalar value);

// The value of a singular field, or item `index` of a repeated one.
Scalar GetScalar(const google::protobuf::Message& message,
                 const google::protobuf::FieldDescriptor& field, int index = 0);

// The value as a client would write it; enum values by their short name, or number if unknown.
std::string ScalarText(const google::protobuf::FieldDescriptor& field, const Scalar& value);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_SCALAR_H_
