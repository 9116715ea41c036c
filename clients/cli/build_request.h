// What `schedule build` asks for: a family by name, a uniform model, and options one by one.
//
//   ASSIGN_OR_RETURN(const ScheduleSpec spec,
//                    BuildSpec({.family = "cosine_taper", .layers = "24", .d_model = "1024",
//                               .ffn_width = "4096", .settings = {"start=1.4", "quantum=128"}}));
#ifndef WIDTHLAB_CLIENTS_CLI_BUILD_REQUEST_H_
#define WIDTHLAB_CLIENTS_CLI_BUILD_REQUEST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::cli {

// As they were written.
struct BuildWords {
  std::string family = {};
  std::string layers = {};
  std::string d_model = {};
  std::string ffn_width = {};
  // KEY=VALUE. A key is one of the family ("start"), of the spec ("quantum"), or of the model
  // ("heads"), looked for in this order.
  std::vector<std::string> settings = {};
};

std::vector<std::string> FamilyNames();

// The message of a family's options; null for an unknown name.
const google::protobuf::Descriptor* FamilyType(std::string_view name);

// Errors name the flag or the key.
absl::StatusOr<schedule::v1::ScheduleSpec> BuildSpec(const BuildWords& words);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_BUILD_REQUEST_H_
