#include "common/rpc/call.h"

#include <chrono>
#include <exception>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/log/log.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/version.h"
#include "common/status/error.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::rpc {
namespace {

absl::Status Guarded(Call& call, absl::FunctionRef<absl::Status(Call&)> handler) {
  try {
    if (const absl::Status status = call.Check(); !status.ok()) return status;
    return handler(call);
  } catch (const std::exception& error) {
    return MakeError(absl::StatusCode::kInternal, {.reason = "EXCEPTION"},
                     absl::StrCat("unexpected exception: ", error.what()));
  } catch (...) {
    return MakeError(absl::StatusCode::kInternal, {.reason = "EXCEPTION"},
                     "unexpected exception of an unknown type");
  }
}

void LogCall(std::string_view service, std::string_view method, const std::string& peer,
             const absl::Status& status, double seconds) {
  const std::string name = absl::StrCat(std::string(service), "/", std::string(method));
  const std::string took = absl::StrFormat("%.6f", seconds);
  if (status.ok()) {
    log::Info("call", {{"method", name}, {"code", "OK"}, {"seconds", took}, {"peer", peer}});
    return;
  }
  const std::optional<ErrorFacts> facts = FactsOf(status);
  const bool ours = status.code() == absl::StatusCode::kInternal ||
                    status.code() == absl::StatusCode::kUnknown ||
                    status.code() == absl::StatusCode::kDataLoss;
  log::Write(ours ? log::Severity::kError : log::Severity::kInfo, "call",
             {{"method", name},
              {"code", absl::StatusCodeToString(status.code())},
              {"reason", facts.has_value() ? facts->reason : ""},
              {"message", std::string(status.message())},
              {"seconds", took},
              {"peer", peer}});
}

}  // namespace

absl::Status Call::Check() const {
  if (std::chrono::system_clock::now() > context_.deadline()) {
    return absl::DeadlineExceededError("the call's deadline is over");
  }
  if (context_.IsCancelled()) return absl::CancelledError("the client has gone");
  return absl::OkStatus();
}

absl::Status Call::CheckWatch() const {
  if (host_.draining()) {
    return MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_DRAINING"},
                     "the server is stopping; call again to go on");
  }
  return Check();
}

Calls::Calls(std::string_view service, Host& host) : host_(host), service_(service) {
  const google::protobuf::ServiceDescriptor* descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(service_);
  if (descriptor == nullptr) return;
  for (int i = 0; i < descriptor->method_count(); ++i) {
    const std::string& method = descriptor->method(i)->name();
    methods_[method] = &host_.metrics().Method(service_, method);
  }
}

grpc::Status Calls::Run(std::string_view method, grpc::ServerContext* context,
                        absl::FunctionRef<absl::Status(Call&)> handler) {
  const auto it = methods_.find(method);
  metrics::RpcMethod& series =
      it != methods_.end() ? *it->second : host_.metrics().Method(service_, method);
  series.Start();
  context->AddInitialMetadata(kVersionMetadata, kVersion);
  const auto start = std::chrono::steady_clock::now();
  Call call(*context, host_);
  const absl::Status status = Guarded(call, handler);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  series.Finish(status.code(), seconds);
  LogCall(service_, method, context->peer(), status, seconds);
  return ToGrpc(status);
}

}  // namespace widthlab::rpc
