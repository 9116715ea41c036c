// What may be typed for an argument or a flag, as completion offers it.
//
//   {.name = "kind", .value = "KIND", .values = EnumValues(*ArtifactKind_descriptor())}
//   {.name = "SCHEDULE", .values = ArtifactValues("kind = SCHEDULE")}
#ifndef WIDTHLAB_CLIENTS_CLI_VALUES_H_
#define WIDTHLAB_CLIENTS_CLI_VALUES_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::cli {

// These words and no others.
Values WordValues(const std::vector<std::string>& words);

// Values of an enum but the first, which is "unspecified": lower case, without the type's prefix.
std::vector<Word> EnumWords(const google::protobuf::EnumDescriptor& type);
Values EnumValues(const google::protobuf::EnumDescriptor& type);

// Paths on this machine.
Values FileValues();

// Ids of artifacts, and names of jobs, that the server holds.
Values ArtifactValues(const std::string& filter = "");
Values JobValues(const std::string& filter = "");

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_VALUES_H_
