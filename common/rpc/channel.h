// Channels to other processes of the suite.
//
//   std::shared_ptr<grpc::Channel> channel = rpc::Connect("127.0.0.1:7072");
//   auto stub = geometry::v1::GeometryService::NewStub(channel);
#ifndef WIDTHLAB_COMMON_RPC_CHANNEL_H_
#define WIDTHLAB_COMMON_RPC_CHANNEL_H_

#include <memory>
#include <string>

#include "grpcpp/channel.h"
#include "grpcpp/security/credentials.h"

namespace widthlab::rpc {

// Connects when first used, and again (0.1 to 5 s apart) when the connection is lost. Pings notice
// a peer that died silently. `credentials` null means plain text. No proxy stands between a
// process and its own machine, whatever the environment says.
std::shared_ptr<grpc::Channel> Connect(
    const std::string& address, std::shared_ptr<grpc::ChannelCredentials> credentials = nullptr);

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_CHANNEL_H_
