// Canonical JSON of a message: RFC 8785 over proto field names, so that equal messages have equal
// bytes and equal digests. docs/formats/canonical_json.md has the rules and test vectors.
//
// Keys are proto field names in order of UTF-16 code units; 64-bit integers are decimal strings;
// NaN and infinity are the strings "NaN", "Infinity", "-Infinity"; enums are value names; fields
// without presence are written even at zero, fields with presence only where set; empty lists and
// maps are written; bytes are base64. A field is left out while it holds its `omitted_while` value.
#ifndef WIDTHLAB_COMMON_SPEC_CANONICAL_JSON_H_
#define WIDTHLAB_COMMON_SPEC_CANONICAL_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace widthlab::spec {

// google.protobuf.Any is written with "@type" beside the message's own fields, which takes a
// message that is linked into this program; google.protobuf.Timestamp is a string.
std::string CanonicalJson(const google::protobuf::Message& message);

// Replaces `message` by what canonical JSON says, or any JSON of the same shape (enum values with
// or without prefix, 64-bit integers as numbers or strings, null for a field left out). At most 100
// levels deep. INVALID_ARGUMENT names the place: unknown or repeated keys, wrong types, numbers out
// of range.
absl::Status ParseJson(std::string_view json, google::protobuf::Message& message);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_CANONICAL_JSON_H_
