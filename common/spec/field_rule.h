// What the options of a field say, for checks, help texts and reference pages alike.
//
//   const auto* field = MeasureSpec::descriptor()->FindFieldByName("hyperbolic_radius");
//   AllowedText(*field);    // "a number in (0, 1)"
//   DefaultText(*field);    // "0.9"
//   TypeText(*field);       // "double"
#ifndef WIDTHLAB_COMMON_SPEC_FIELD_RULE_H_
#define WIDTHLAB_COMMON_SPEC_FIELD_RULE_H_

#include <string>

#include "google/protobuf/descriptor.h"
#include "widthlab/options/v1/options.pb.h"

namespace widthlab::spec {

// The rule of a field; an empty one where it has none.
const options::v1::FieldRule& RuleOf(const google::protobuf::FieldDescriptor& field);

// True where the options say anything of the field.
bool HasRule(const google::protobuf::FieldDescriptor& field);

// True where `field` takes a default when it is left out.
bool HasDefault(const google::protobuf::FieldDescriptor& field);

// Default as a client would write it, enum values short, items joined by commas; empty for none.
std::string DefaultText(const google::protobuf::FieldDescriptor& field);

// What one value (or item) may be: "a whole number in [1, 1024]", "a number above 0",
// "one of RAW, SPHERICAL, HYPERBOLIC", "the id of an artifact of kind TEXT".
std::string AllowedText(const google::protobuf::FieldDescriptor& field);

// "double", "int32", "Geometry", "list of uint64".
std::string TypeText(const google::protobuf::FieldDescriptor& field);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_FIELD_RULE_H_
