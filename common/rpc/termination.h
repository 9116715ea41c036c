// SIGTERM and SIGINT as something to wait for, so that nothing runs inside a signal handler.
#ifndef WIDTHLAB_COMMON_RPC_TERMINATION_H_
#define WIDTHLAB_COMMON_RPC_TERMINATION_H_

namespace widthlab::rpc {

// Blocks SIGTERM and SIGINT in this thread and all that it starts, and ignores SIGPIPE. Call it
// before any thread starts.
void BlockTerminationSignals();

// Waits for one of them and returns it. A second one, while the process drains, ends the process
// at once with exit code 128 + signal.
int WaitForTerminationSignal();

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_TERMINATION_H_
