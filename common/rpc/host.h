// What all services of one process share: metrics, and the signal that the server is draining.
//
//   rpc::Host host;
//   GeometryServiceImpl geometry(executor, host);
//   ASSIGN_OR_RETURN(auto server, rpc::ServerRunner::Start(options, host, {...}));
//
// It must outlive the services and the server.
#ifndef WIDTHLAB_COMMON_RPC_HOST_H_
#define WIDTHLAB_COMMON_RPC_HOST_H_

#include <atomic>

#include "common/metrics/metrics.h"

namespace widthlab::rpc {

class Host {
 public:
  metrics::Metrics& metrics() { return metrics_; }

  // True from the moment at which the server takes no more calls. Streams that wait for news end
  // then, so that the process need not wait for them.
  bool draining() const { return draining_.load(std::memory_order_relaxed); }
  void StartDraining() { draining_.store(true, std::memory_order_relaxed); }

 private:
  metrics::Metrics metrics_;
  std::atomic<bool> draining_{false};
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_HOST_H_
