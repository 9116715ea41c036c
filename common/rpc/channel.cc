#include "common/rpc/channel.h"

#include <string_view>

#include "common/rpc/limits.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/support/channel_arguments.h"

namespace widthlab::rpc {
namespace {

bool IsThisMachine(std::string_view address) {
  for (const std::string_view prefix : {"localhost:", "127.", "[::1]:", "unix:"}) {
    if (address.substr(0, prefix.size()) == prefix) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<grpc::Channel> Connect(const std::string& address,
                                       std::shared_ptr<grpc::ChannelCredentials> credentials) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTimeMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 5000);
  if (IsThisMachine(address)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (credentials == nullptr) credentials = grpc::InsecureChannelCredentials();
  return grpc::CreateCustomChannel(address, credentials, arguments);
}

}  // namespace widthlab::rpc
