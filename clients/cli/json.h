// The one printer behind every --json.
//
//   PrintLine(console.out, JsonOf(job));
//   PrintLine(console.out, JsonOf(status));   // {"error": {"code": "NOT_FOUND", ...}}
//
// Rules: proto field names, in the order of the .proto file; fields without presence printed even
// at their default, fields with presence (messages, `optional`, oneofs) only where set; 64-bit
// integers as numbers; enum values without their type's prefix; NaN and infinity as the strings
// "NaN", "Infinity", "-Infinity"; bytes in base64; timestamps as RFC 3339; maps by ascending key;
// google.protobuf.Any as its message with "@type" in front.
#ifndef WIDTHLAB_CLIENTS_CLI_JSON_H_
#define WIDTHLAB_CLIENTS_CLI_JSON_H_

#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"
#include "nlohmann/json.hpp"

namespace widthlab::cli {

// Keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

Json JsonOf(const google::protobuf::Message& message);

// {"error": {"code", "reason", "field", "message"}} of a status that is not OK.
Json JsonOf(const absl::Status& error);

// A number as the rules have it: NaN and infinity are strings.
Json JsonOf(double number);

// One object on a line of its own, flushed so that a reader at the other end of a pipe has it.
void PrintLine(std::ostream& out, const Json& object);

// "RUNNING" of JOB_STATE_RUNNING: the value's name without its type's prefix; the number where the
// value has no name.
std::string EnumName(const google::protobuf::EnumDescriptor& type, int number);

// The canonical name of a status code: "INVALID_ARGUMENT".
std::string CodeName(absl::StatusCode code);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_JSON_H_
