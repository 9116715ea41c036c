#include "clients/cpp/text_upload.h"

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cpp/retry.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/limits.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {
namespace {

using artifact::v1::Artifact;
using artifact::v1::ArtifactService;
using artifact::v1::ImportTextRequest;
using Writer = grpc::ClientWriterInterface<ImportTextRequest>;

absl::Status Changed(const TextFile& file) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.reason = "TEXT_CHANGED", .field = "text"},
                   absl::StrCat("text: ", file.path, " changed while it was read; try again"));
}

// False where the server reads no more: Finish says why.
absl::StatusOr<bool> SendFile(const TextFile& file, ImportTextRequest& request, Writer& writer) {
  std::ifstream stream(file.path, std::ios::binary);
  if (!stream) return Changed(file);
  std::string chunk(rpc::kChunkBytes, '\0');
  int64_t sent = 0;
  request.set_path(file.document);
  while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
         stream.gcount() > 0) {
    request.set_data(chunk.data(), static_cast<size_t>(stream.gcount()));
    sent += stream.gcount();
    if (!writer.Write(request)) return false;
    request.Clear();
  }
  if (stream.bad() || sent != file.size_bytes) return Changed(file);
  return true;
}

absl::StatusOr<Artifact> UploadOnce(const Connection& connection,
                                    ArtifactService::StubInterface& stub, const TextFiles& text) {
  grpc::ClientContext context;
  Artifact artifact;
  const std::unique_ptr<Writer> writer = stub.ImportText(&context, &artifact);
  ImportTextRequest request;
  request.set_source(text.source);
  for (const TextFile& file : text.files) {
    const absl::StatusOr<bool> sent = SendFile(file, request, *writer);
    if (!sent.ok()) {
      context.TryCancel();
      writer->Finish();
      return sent.status();
    }
    if (!*sent) break;
  }
  writer->WritesDone();
  const grpc::Status status = writer->Finish();
  if (!status.ok()) return ExplainUnreachable(connection, rpc::FromGrpc(status));
  return artifact;
}

}  // namespace

absl::StatusOr<Artifact> UploadText(const Connection& connection, const TextFiles& text) {
  const std::unique_ptr<ArtifactService::StubInterface> stub =
      ArtifactService::NewStub(connection.channel);
  return Retry(connection.retry, [&] { return UploadOnce(connection, *stub, text); });
}

}  // namespace widthlab::client
