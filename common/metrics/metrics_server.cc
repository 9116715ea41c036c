#include "common/metrics/metrics_server.h"

#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "prometheus/exposer.h"

namespace widthlab::metrics {
namespace {

// civetweb knows addresses and plain ports, but no host names.
std::string NumericAddress(const std::string& address) {
  constexpr std::string_view kLocalhost = "localhost:";
  if (address.rfind(kLocalhost, 0) == 0) {
    return absl::StrCat("127.0.0.1:", address.substr(kLocalhost.size()));
  }
  return address;
}

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsServer>> MetricsServer::Start(const std::string& address,
                                                                    Metrics& metrics) {
  try {
    auto exposer =
        std::make_unique<prometheus::Exposer>(NumericAddress(address), /*num_threads=*/2);
    exposer->RegisterCollectable(metrics.collectable());
    return std::unique_ptr<MetricsServer>(new MetricsServer(std::move(exposer)));
  } catch (const std::exception& error) {
    log::Debug("metrics", {{"error", error.what()}});
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.reason = "CANNOT_LISTEN", .field = "metrics-listen"},
                     absl::StrCat("cannot serve metrics on ", address,
                                  ": the port is in use or the address is not this machine's; "
                                  "choose another with --metrics-listen"));
  }
}

MetricsServer::MetricsServer(std::unique_ptr<prometheus::Exposer> exposer)
    : exposer_(std::move(exposer)) {}

MetricsServer::~MetricsServer() = default;

int MetricsServer::port() const { return exposer_->GetListeningPorts().front(); }

}  // namespace widthlab::metrics
