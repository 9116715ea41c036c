#include "services/orchestrator/service/artifact_service_blobs.h"

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "common/artifact/blob_error.h"
#include "common/artifact/digest.h"
#include "common/rpc/limits.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::orchestrator {

absl::Status SendBlob(artifact::BlobStore& blobs, const artifact::v1::ReadBlobRequest& request,
                      rpc::StreamWriter<artifact::v1::ReadBlobResponse>& out) {
  if (request.limit() < 0) {
    return InvalidField("limit", absl::StrCat(request.limit()), "at least 0");
  }
  ASSIGN_OR_RETURN(const int64_t size, blobs.Size(request.digest()));
  RETURN_IF_ERROR(artifact::CheckOffset(request.digest(), request.offset(), size));
  const int64_t rest = size - request.offset();
  const int64_t end =
      request.offset() + (request.limit() == 0 ? rest : std::min(rest, request.limit()));
  artifact::v1::ReadBlobResponse response;
  response.set_blob_size_bytes(size);
  artifact::Sha256 hash;
  int64_t offset = request.offset();
  do {
    const int64_t count = std::min<int64_t>(rpc::kChunkBytes, end - offset);
    ASSIGN_OR_RETURN(*response.mutable_data(), blobs.Read(request.digest(), offset, count));
    hash.Update(response.data());
    RETURN_IF_ERROR(out.Write(response));
    offset += count;
    response.clear_blob_size_bytes();
  } while (offset < end);
  if (request.offset() > 0 || end < size) return absl::OkStatus();
  const std::string actual = hash.Finish();
  return actual == request.digest() ? absl::OkStatus()
                                    : artifact::BlobDamaged(request.digest(), actual);
}

absl::StatusOr<artifact::v1::WriteBlobResponse> ReceiveBlob(
    Uploads& uploads, rpc::StreamReader<artifact::v1::WriteBlobRequest>& in) {
  artifact::v1::WriteBlobRequest request;
  ASSIGN_OR_RETURN(bool more, in.Next(request));
  if (!more) return InvalidFieldBecause("digest", "no message came");
  ASSIGN_OR_RETURN(const std::unique_ptr<Upload> upload, uploads.Begin(request));
  while (more) {
    RETURN_IF_ERROR(upload->Append(request));
    ASSIGN_OR_RETURN(more, in.Next(request));
  }
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, upload->Finish());
  artifact::v1::WriteBlobResponse response;
  response.set_digest(blob.digest);
  response.set_size_bytes(blob.size_bytes);
  return response;
}

}  // namespace widthlab::orchestrator
