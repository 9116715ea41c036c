// Diagnostics as tables: a line for each layer, a line for each epsilon.
#ifndef WIDTHLAB_CLIENTS_CLI_DIAGNOSTICS_TEXT_H_
#define WIDTHLAB_CLIENTS_CLI_DIAGNOSTICS_TEXT_H_

#include <string>

#include "clients/cli/console.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::cli {

std::string DiagnosticsText(const Console& console, const capture::v1::Diagnostics& diagnostics);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DIAGNOSTICS_TEXT_H_
