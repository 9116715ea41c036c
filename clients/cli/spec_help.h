// Help about the fields of a spec, from the options on them, so that a default is told as it is
// written down.
//
//   SpecHelp(*MeasureSpec::descriptor());
//   //   hyperbolic_radius   double, a number in (0, 1); default 0.9
#ifndef WIDTHLAB_CLIENTS_CLI_SPEC_HELP_H_
#define WIDTHLAB_CLIENTS_CLI_SPEC_HELP_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::cli {

// A line for each field, those of messages inside by their path ("train.steps"). Fields that the
// service fills in by itself are left out, so are those in `hidden`.
std::string SpecHelp(const google::protobuf::Descriptor& type,
                     const std::vector<std::string>& hidden = {});

// The same fields as words for --set: "train.steps=", and "geometry=raw" for each value of a field
// that has few.
std::vector<Word> SettingWords(const google::protobuf::Descriptor& type,
                               const std::vector<std::string>& hidden = {});

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SPEC_HELP_H_
