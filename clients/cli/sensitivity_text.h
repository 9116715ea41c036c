// A sensitivity for people: a line for each layer, and what the numbers cannot tell.
//
//   console.out << SensitivityText(console, sensitivity);
#ifndef WIDTHLAB_CLIENTS_CLI_SENSITIVITY_TEXT_H_
#define WIDTHLAB_CLIENTS_CLI_SENSITIVITY_TEXT_H_

#include <string>

#include "clients/cli/console.h"
#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::cli {

std::string SensitivityText(const Console& console, const capture::v1::Sensitivity& sensitivity);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SENSITIVITY_TEXT_H_
