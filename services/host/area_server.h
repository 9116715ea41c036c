// The whole main of a server that has one area and commits through the orchestrator.
//
//   int main(int argc, char** argv) {
//     return widthlab::host::RunAreaServer(widthlab::geometry::GeometryArea(), argc, argv);
//   }
#ifndef WIDTHLAB_SERVICES_HOST_AREA_SERVER_H_
#define WIDTHLAB_SERVICES_HOST_AREA_SERVER_H_

#include "services/host/area.h"

namespace widthlab::host {

// Reads flags (or serves as a worker of such a server), serves until a termination signal, and
// returns the exit code: 0, 1 for an error, 2 for a mistake on the command line.
int RunAreaServer(const Area& area, int argc, char** argv);

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_AREA_SERVER_H_
