// Short names of enum values: GEOMETRY_RAW is written RAW where its type is clear.
//
//   ShortName(*GeometryDescriptor()->FindValueByName("GEOMETRY_RAW"))   // "RAW"
//   FindEnumValue(*GeometryDescriptor(), "raw")->name()                // "GEOMETRY_RAW"
#ifndef WIDTHLAB_COMMON_SPEC_ENUM_NAMES_H_
#define WIDTHLAB_COMMON_SPEC_ENUM_NAMES_H_

#include <string>
#include <string_view>

#include "google/protobuf/descriptor.h"

namespace widthlab::spec {

// Name without the prefix that the type's name gives.
std::string ShortName(const google::protobuf::EnumValueDescriptor& value);

// The value with this name, long or short, in any case; or nullptr.
const google::protobuf::EnumValueDescriptor* FindEnumValue(
    const google::protobuf::EnumDescriptor& type, std::string_view name);

// True for the value zero that stands for "left out".
bool IsUnspecified(const google::protobuf::EnumValueDescriptor& value);

// Short names of all values but UNSPECIFIED: "RAW, SPHERICAL, HYPERBOLIC".
std::string EnumChoices(const google::protobuf::EnumDescriptor& type);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_ENUM_NAMES_H_
