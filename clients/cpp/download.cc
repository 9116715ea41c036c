#include "clients/cpp/download.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cpp/retry.h"
#include "common/artifact/digest.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {
namespace {

using artifact::v1::ArtifactFile;
using artifact::v1::ArtifactService;

constexpr int64_t kMostInMemory = int64_t{256} << 20;

// Reads from `offset` to the end or to where the connection is lost, and moves `offset` along.
absl::Status ReadOnce(const Connection& connection, ArtifactService::StubInterface& stub,
                      const ArtifactFile& file, int64_t& offset,
                      const std::function<absl::Status(std::string_view)>& sink) {
  grpc::ClientContext context;
  artifact::v1::ReadBlobRequest request;
  request.set_digest(file.digest());
  request.set_offset(offset);
  const auto stream = stub.ReadBlob(&context, request);
  artifact::v1::ReadBlobResponse chunk;
  while (stream->Read(&chunk)) {
    if (const absl::Status status = sink(chunk.data()); !status.ok()) {
      context.TryCancel();
      stream->Finish();
      return status;
    }
    offset += static_cast<int64_t>(chunk.data().size());
  }
  return ExplainUnreachable(connection, rpc::FromGrpc(stream->Finish()));
}

absl::Status NotWritable(const std::string& path) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.reason = "OUTPUT_NOT_WRITABLE", .field = "output"},
                   absl::StrCat("output: ", path, " cannot be written: ", std::strerror(errno)));
}

}  // namespace

absl::Status StreamFile(const Connection& connection, const ArtifactFile& file,
                        const std::function<absl::Status(std::string_view)>& sink) {
  const std::unique_ptr<ArtifactService::StubInterface> stub =
      ArtifactService::NewStub(connection.channel);
  artifact::Sha256 digest;
  int64_t offset = 0;
  RETURN_IF_ERROR(Retry(connection.retry, [&] {
    return ReadOnce(connection, *stub, file, offset, [&](std::string_view bytes) {
      digest.Update(bytes);
      return sink(bytes);
    });
  }));
  if (digest.Finish() != file.digest()) {
    return CorruptFile(file.name(), "the bytes that arrived do not have the file's digest");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadFile(const Connection& connection, const ArtifactFile& file) {
  if (file.size_bytes() > kMostInMemory) {
    return absl::ResourceExhaustedError(
        absl::StrCat(file.name(), " has ", file.size_bytes(), " bytes; fetch it into a file"));
  }
  std::string content;
  RETURN_IF_ERROR(StreamFile(connection, file, [&](std::string_view bytes) {
    content += bytes;
    return absl::OkStatus();
  }));
  return content;
}

absl::Status DownloadFile(const Connection& connection, const ArtifactFile& file,
                          const std::string& path) {
  const std::string part = absl::StrCat(path, ".", getpid(), ".part");
  std::FILE* const output = std::fopen(part.c_str(), "wb");
  if (output == nullptr) return NotWritable(path);
  absl::Status status = StreamFile(connection, file, [&](std::string_view bytes) -> absl::Status {
    const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), output) == bytes.size();
    return whole ? absl::OkStatus() : NotWritable(path);
  });
  if (std::fclose(output) != 0 && status.ok()) status = NotWritable(path);
  if (status.ok() && std::rename(part.c_str(), path.c_str()) != 0) status = NotWritable(path);
  if (!status.ok()) std::remove(part.c_str());
  return status;
}

}  // namespace widthlab::client
