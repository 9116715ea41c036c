#include "clients/cpp/geometry_client.h"

#include <chrono>
#include <string>

#include "clients/cpp/retry.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/limits.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {
namespace {

using geometry::v1::CloudComparison;
using geometry::v1::CloudDimension;
using geometry::v1::CompareCloudsRequest;
using geometry::v1::EstimateDimensionRequest;
using geometry::v1::GeometryService;

// Calls `send` with each piece of the cloud until it says false: the server reads no more.
template <typename Send>
bool SendPieces(const CloudSource& cloud, Send send) {
  tensor::v1::TensorChunk chunk;
  chunk.mutable_header()->set_data_type(cloud.type);
  chunk.mutable_header()->add_shape(cloud.points);
  chunk.mutable_header()->add_shape(cloud.dimension);
  size_t at = 0;
  do {
    chunk.set_data(std::string(cloud.bytes.substr(at, rpc::kChunkBytes)));
    if (!send(chunk)) return false;
    at += chunk.data().size();
    chunk.Clear();
  } while (at < cloud.bytes.size());
  return true;
}

void SetTimeout(grpc::ClientContext& context, absl::Duration timeout) {
  context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMilliseconds(timeout));
}

}  // namespace

GeometryClient::GeometryClient(const Connection& connection, absl::Duration timeout)
    : connection_(connection),
      timeout_(timeout),
      stub_(GeometryService::NewStub(connection.channel)) {}

absl::StatusOr<CloudComparison> GeometryClient::CompareClouds(
    const geometry::v1::CompareCloudsSpec& spec, const CloudSource& x, const CloudSource& y) {
  return Retry(connection_.retry, [&]() -> absl::StatusOr<CloudComparison> {
    grpc::ClientContext context;
    SetTimeout(context, timeout_);
    CloudComparison response;
    const auto writer = stub_->CompareClouds(&context, &response);
    CompareCloudsRequest request;
    *request.mutable_spec() = spec;
    if (writer->Write(request) && SendPieces(x, [&](tensor::v1::TensorChunk& chunk) {
          request.mutable_x()->Swap(&chunk);
          const bool sent = writer->Write(request);
          request.mutable_x()->Swap(&chunk);
          return sent;
        })) {
      SendPieces(y, [&](tensor::v1::TensorChunk& chunk) {
        request.mutable_y()->Swap(&chunk);
        const bool sent = writer->Write(request);
        request.mutable_y()->Swap(&chunk);
        return sent;
      });
    }
    writer->WritesDone();
    const grpc::Status status = writer->Finish();
    if (!status.ok()) return ExplainUnreachable(connection_, rpc::FromGrpc(status));
    return response;
  });
}

absl::StatusOr<CloudDimension> GeometryClient::EstimateDimension(
    const geometry::v1::EstimateDimensionSpec& spec, const CloudSource& cloud) {
  return Retry(connection_.retry, [&]() -> absl::StatusOr<CloudDimension> {
    grpc::ClientContext context;
    SetTimeout(context, timeout_);
    CloudDimension response;
    const auto writer = stub_->EstimateDimension(&context, &response);
    EstimateDimensionRequest request;
    *request.mutable_spec() = spec;
    if (writer->Write(request)) {
      SendPieces(cloud, [&](tensor::v1::TensorChunk& chunk) {
        request.mutable_cloud()->Swap(&chunk);
        const bool sent = writer->Write(request);
        request.mutable_cloud()->Swap(&chunk);
        return sent;
      });
    }
    writer->WritesDone();
    const grpc::Status status = writer->Finish();
    if (!status.ok()) return ExplainUnreachable(connection_, rpc::FromGrpc(status));
    return response;
  });
}

}  // namespace widthlab::client
