// widthctl pipeline run|watch|list|show|cancel.
#ifndef WIDTHLAB_CLIENTS_CLI_PIPELINE_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_PIPELINE_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"

namespace widthlab::cli {

std::vector<Command> PipelineCommands();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_PIPELINE_COMMANDS_H_
