// The two messages that JSON writes in a form of their own: Any and Timestamp.
#ifndef WIDTHLAB_COMMON_SPEC_KNOWN_TYPES_H_
#define WIDTHLAB_COMMON_SPEC_KNOWN_TYPES_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "google/protobuf/any.pb.h"
#include "google/protobuf/message.h"
#include "google/protobuf/timestamp.pb.h"

namespace widthlab::spec {

// `message` as what it is, or nullptr where it is something else.
const google::protobuf::Any* AsAny(const google::protobuf::Message& message);
const google::protobuf::Timestamp* AsTimestamp(const google::protobuf::Message& message);

// An empty message of the type that ends `type_url`; nullptr where this program does not know it,
// and for Any and Timestamp, which have no members of their own in JSON.
std::unique_ptr<google::protobuf::Message> NewMessage(std::string_view type_url);

// What is packed in `any`, or nullptr.
std::unique_ptr<google::protobuf::Message> Unpack(const google::protobuf::Any& any);

// "2026-11-30T20:44:02.5Z": UTC, with 0, 3, 6 or 9 digits after the point.
std::string TimestampText(const google::protobuf::Timestamp& timestamp);
std::optional<google::protobuf::Timestamp> TimestampFromText(std::string_view text);

std::string Base64(std::string_view bytes);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_KNOWN_TYPES_H_
