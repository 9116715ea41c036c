#include "clients/cpp/blob_upload.h"

#include <memory>
#include <string>

#include "clients/cpp/call.h"
#include "common/artifact/digest.h"
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

absl::Status SendFrom(const Connection& connection, Stub& stub, const BytesReader& read,
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
    absl::StatusOr<std::string> bytes = read(offset, rpc::kChunkBytes);
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

absl::Status UploadBlob(const Connection& connection, Stub& stub, const BytesReader& read,
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
    return SendFrom(connection, stub, read, blob, upload_id, offset);
  });
}

absl::Status UploadBlob(const Connection& connection, Stub& stub, artifact::BlobStore& source,
                        const artifact::BlobInfo& blob) {
  return UploadBlob(
      connection, stub,
      [&](int64_t offset, int64_t limit) { return source.Read(blob.digest, offset, limit); }, blob);
}

absl::StatusOr<artifact::BlobInfo> UploadBytes(const Connection& connection,
                                               std::string_view bytes) {
  const artifact::BlobInfo blob{.digest = artifact::Sha256Of(bytes),
                                .size_bytes = static_cast<int64_t>(bytes.size())};
  const auto stub = artifact::v1::ArtifactService::NewStub(connection.channel);
  artifact::v1::FindMissingBlobsRequest request;
  request.add_digests(blob.digest);
  ASSIGN_OR_RETURN(const auto answer, Call<artifact::v1::FindMissingBlobsResponse>(
                                          connection, *static_cast<Stub*>(stub.get()),
                                          &Stub::FindMissingBlobs, request));
  if (answer.missing_size() == 0) return blob;
  const BytesReader read = [bytes](int64_t offset, int64_t limit) -> absl::StatusOr<std::string> {
    return std::string(bytes.substr(static_cast<size_t>(offset), static_cast<size_t>(limit)));
  };
  RETURN_IF_ERROR(UploadBlob(connection, *stub, read, blob));
  return blob;
}

}  // namespace widthlab::client
