// widthctl artifact list|show|lineage|get|verify|reproduce.
#ifndef WIDTHLAB_CLIENTS_CLI_ARTIFACT_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_ARTIFACT_COMMANDS_H_

#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/console.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::cli {

std::vector<Command> ArtifactCommands();

// The verb `artifact get`, in a file of its own.
Command GetCommand();

// Argument of all of them.
ArgumentSpec ArtifactArgument();

// "profile" of ARTIFACT_KIND_PROFILE.
std::string KindWord(artifact::v1::ArtifactKind kind);

// An artifact with its files, inputs, spec and figures.
std::string ArtifactText(const Console& console, const artifact::v1::Artifact& artifact);

// The graph as a tree from its first artifact; what was shown above is only named again.
std::string LineageText(const Console& console, const artifact::v1::Lineage& lineage,
                        bool descendants);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_ARTIFACT_COMMANDS_H_
