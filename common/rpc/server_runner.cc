#include "common/rpc/server_runner.h"

#include <chrono>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/log/log.h"
#include "common/rpc/limits.h"
#include "common/rpc/listen_error.h"
#include "common/status/macros.h"
#include "grpc/support/log.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/resource_quota.h"
#include "grpcpp/server_builder.h"

namespace widthlab::rpc {
namespace {

// What gRPC says of its insides, for instance of a port in use, is said again by our own errors.
void LogGrpc(gpr_log_func_args* line) {
  log::Debug("grpc", {{"message", line->message}, {"file", line->file}});
}

void PrepareOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    gpr_set_log_function(LogGrpc);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

void Configure(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.SetMaxSendMessageSize(kMaxMessageBytes);
  // Two servers must not share a port without noticing.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTimeMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             kKeepaliveTimeMs / 2);
  // Every call in flight has a thread; beyond this many, calls are RESOURCE_EXHAUSTED.
  grpc::ResourceQuota quota("calls");
  quota.SetMaxThreads(kMaxServerThreads);
  builder.SetResourceQuota(quota);
}

std::string HostOf(const std::string& address) {
  const size_t colon = address.rfind(':');
  return colon == std::string::npos ? address : address.substr(0, colon);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServerRunner>> ServerRunner::Start(
    const ServeOptions& options, Host& host, const std::vector<NamedService>& services) {
  PrepareOnce();
  std::unique_ptr<ServerRunner> runner(new ServerRunner(options, host));
  RETURN_IF_ERROR(runner->Listen(options, services));
  if (!options.metrics_listen.empty()) {
    ASSIGN_OR_RETURN(runner->metrics_,
                     metrics::MetricsServer::Start(options.metrics_listen, host.metrics()));
  }
  return runner;
}

absl::Status ServerRunner::Listen(const ServeOptions& options,
                                  const std::vector<NamedService>& services) {
  std::vector<std::string> names;
  for (const NamedService& service : services) names.push_back(service.name);
  health_ = std::make_unique<HealthServiceImpl>(std::move(names), host_);

  grpc::ServerBuilder builder;
  Configure(builder);
  if (!options.listen.empty()) {
    RETURN_IF_ERROR(CheckAddress("listen", options.listen));
    builder.AddListeningPort(
        options.listen,
        options.credentials != nullptr ? options.credentials : grpc::InsecureServerCredentials(),
        &port_);
  }
  builder.RegisterService(health_.get());
  for (const NamedService& service : services) builder.RegisterService(service.service);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr || (port_ == 0 && !options.listen.empty())) {
    return WhyCannotListen("listen", options.listen);
  }
  address_ = absl::StrCat(HostOf(options.listen), ":", port_);
  return absl::OkStatus();
}

ServerRunner::~ServerRunner() { Drain(); }

std::shared_ptr<grpc::Channel> ServerRunner::InProcessChannel() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  return server_->InProcessChannel(arguments);
}

void ServerRunner::Drain() {
  if (server_ == nullptr) return;
  host_.StartDraining();
  server_->Shutdown(absl::ToChronoTime(absl::Now() + grace_));
  server_->Wait();
  server_.reset();
}

}  // namespace widthlab::rpc
