// widthctl model inspect.
#ifndef WIDTHLAB_CLIENTS_CLI_MODEL_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_MODEL_COMMANDS_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/console.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::cli {

std::vector<Command> ModelCommands();

// Shape and accounts of a model.
std::string ModelText(const Console& console, const capture::v1::ModelInspection& model);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_MODEL_COMMANDS_H_
