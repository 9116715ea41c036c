#include "clients/cpp/blob_upload.h"

#include <memory>
#include <string>

#include "clients/cpp/call.h"
#include "common/artifact/file_system.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/limits.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {
namespace {

using artifact::v1::QueryBlobUploadResponse;
using Stub = artifact::v1::ArtifactService::StubInterface;

constexpr int64_t kResumableBytes = 8 << 20;

absl::Status SendFrom(const Connection& connection, Stub& stub, artifact::BlobStore& source,
                      const artifact::BlobInfo& blob, const std::string& upload_id,
                      int64_t offset) {
  grpc::ClientContext context;
  artifact::v1::WriteBlobResponse response;
  const auto writer = stub.WriteBlob(&context, &response);
  artifact::v1::WriteBlobRequest request;
  request.set_upload_id(upload_id);
  request.set_digest(blob.digest);
  request.set_size_bytes(blob.size_bytes);
  do {
    absl::StatusOr<std::string> bytes = source.Read(blob.digest, offset, rpc::kChunkBytes);
    if (!bytes.ok()) {
      context.TryCancel();
      writer->Finish();
      return bytes.status();
    }
    request.set_offset(offset);
    offset += static_cast<int64_t>(bytes->size());
    request.set_data(*std::move(bytes));
    // The server reads no more: Finish says why.
    if (!writer->Write(request)) break;
    request.Clear();
  } while (offset < blob.size_bytes);
  writer->WritesDone();
  return ExplainUnreachable(connection, rpc::FromGrpc(writer->Finish()));
}

}  // namespace

absl::Status UploadBlob(const Connection& connection, Stub& stub, artifact::BlobStore& source,
                        const artifact::BlobInfo& blob) {
  const std::string upload_id = blob.size_bytes > kResumableBytes ? artifact::UniqueName() : "";
  bool is_first = true;
  return Retry(connection.retry, [&]() -> absl::Status {
    int64_t offset = 0;
    if (!is_first && !upload_id.empty()) {
      artifact::v1::QueryBlobUploadRequest request;
      request.set_upload_id(upload_id);
      ASSIGN_OR_RETURN(const auto answer,
                       Call<QueryBlobUploadResponse>(connection, stub, &Stub::QueryBlobUpload,
                                                     request, {.repeat = Repeat::kForbidden}));
      offset = answer.committed_bytes();
    }
    is_first = false;
    return SendFrom(connection, stub, source, blob, upload_id, offset);
  });
}

}  // namespace widthlab::client
