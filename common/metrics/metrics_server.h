// Answers GET /metrics over HTTP.
//
//   ASSIGN_OR_RETURN(auto server, metrics::MetricsServer::Start("127.0.0.1:9464", metrics));
#ifndef WIDTHLAB_COMMON_METRICS_METRICS_SERVER_H_
#define WIDTHLAB_COMMON_METRICS_METRICS_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/metrics/metrics.h"

namespace prometheus {
class Exposer;
}

namespace widthlab::metrics {

// Serves until it is destroyed. `metrics` must outlive it.
class MetricsServer {
 public:
  // `address` is HOST:PORT; port 0 takes a free one. FAILED_PRECONDITION CANNOT_LISTEN.
  static absl::StatusOr<std::unique_ptr<MetricsServer>> Start(const std::string& address,
                                                              Metrics& metrics);
  ~MetricsServer();

  int port() const;

 private:
  explicit MetricsServer(std::unique_ptr<prometheus::Exposer> exposer);

  std::unique_ptr<prometheus::Exposer> exposer_;
};

}  // namespace widthlab::metrics

#endif  // WIDTHLAB_COMMON_METRICS_METRICS_SERVER_H_
