// `NAME worker --spec FILE`: one step in a process of its own, started by a server of the same
// binary.
#ifndef WIDTHLAB_SERVICES_HOST_WORKER_PROCESS_H_
#define WIDTHLAB_SERVICES_HOST_WORKER_PROCESS_H_

#include <string>
#include <vector>

#include "services/host/area.h"

namespace widthlab::host {

bool IsWorker(const std::vector<std::string>& arguments);

// `areas` are those whose steps the binary has. Returns the exit code.
int RunWorkerProcess(const std::vector<Area>& areas, const std::vector<std::string>& arguments);

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_WORKER_PROCESS_H_
