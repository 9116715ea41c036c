// How much memory this process may use.
#ifndef WIDTHLAB_SERVICES_HOST_MACHINE_MEMORY_H_
#define WIDTHLAB_SERVICES_HOST_MACHINE_MEMORY_H_

#include <cstdint>

namespace widthlab::host {

// The machine's memory, or the limit of the control group (a container's) where that is less.
int64_t MachineMemoryBytes();

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_MACHINE_MEMORY_H_
