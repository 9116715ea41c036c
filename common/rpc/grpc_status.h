// The only conversion between absl::Status and grpc::Status.
//
//   return rpc::ToGrpc(InvalidField("radius", "2", "below 1"));     // in a server
//   absl::Status status = rpc::FromGrpc(stub->GetJob(...));         // in a client
//
// Code, message and facts survive both ways: the details are a google.rpc.Status with an ErrorInfo
// (reason, domain "widthlab", metadata), in the trailer `grpc-status-details-bin` where every
// language's gRPC library looks for it.
#ifndef WIDTHLAB_COMMON_RPC_GRPC_STATUS_H_
#define WIDTHLAB_COMMON_RPC_GRPC_STATUS_H_

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace widthlab::rpc {

grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_GRPC_STATUS_H_
