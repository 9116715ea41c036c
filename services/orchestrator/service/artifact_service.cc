#include "services/orchestrator/service/artifact_service.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/service/artifact_service_blobs.h"
#include "services/orchestrator/service/artifact_service_text_import.h"

namespace widthlab::orchestrator {
namespace {

namespace v1 = artifact::v1;

// Pages stay well below the largest message.
constexpr size_t kMostPageBytes = 8 << 20;
constexpr int kDefaultPageSize = 50;

absl::StatusOr<v1::Artifact> Find(artifact::ArtifactStore& store, const std::string& cache_key) {
  if (cache_key.empty()) {
    return InvalidField("cache_key", "empty", "64 lower-case hexadecimal digits");
  }
  ASSIGN_OR_RETURN(std::optional<v1::Artifact> found, store.FindByCacheKey(cache_key));
  if (found.has_value()) return *std::move(found);
  return NotFound("CACHE_MISS", "cache_key",
                  absl::StrCat("no artifact answers the request ", cache_key));
}

absl::StatusOr<v1::ListArtifactsResponse> List(artifact::ArtifactStore& store,
                                               const v1::ListArtifactsRequest& request) {
  artifact::ListOptions options{
      .page_size = request.page_size() == 0 ? kDefaultPageSize : request.page_size(),
      .page_token = request.page_token(),
      .filter = request.filter()};
  for (;; options.page_size /= 2) {
    ASSIGN_OR_RETURN(artifact::ListPage page, store.List(options));
    v1::ListArtifactsResponse response;
    for (v1::Artifact& artifact : page.artifacts) {
      *response.add_artifacts() = std::move(artifact);
    }
    response.set_next_page_token(page.next_page_token);
    if (options.page_size == 1 || response.ByteSizeLong() <= kMostPageBytes) return response;
  }
}

artifact::LineageDirection Direction(v1::LineageDirection direction) {
  switch (direction) {
    case v1::LINEAGE_DIRECTION_DESCENDANTS:
      return artifact::LineageDirection::kDescendants;
    case v1::LINEAGE_DIRECTION_BOTH:
      return artifact::LineageDirection::kBoth;
    default:
      return artifact::LineageDirection::kAncestors;
  }
}

}  // namespace

ArtifactServiceImpl::ArtifactServiceImpl(artifact::ArtifactStore& store,
                                         std::unique_ptr<Uploads> uploads, rpc::Host& host)
    : store_(store),
      uploads_(std::move(uploads)),
      calls_(v1::ArtifactService::service_full_name(), host) {}

absl::StatusOr<std::unique_ptr<ArtifactServiceImpl>> ArtifactServiceImpl::Open(
    artifact::ArtifactStore& store, const std::string& uploads_folder, rpc::Host& host) {
  ASSIGN_OR_RETURN(auto uploads, Uploads::Open(uploads_folder, store.blobs()));
  return std::unique_ptr<ArtifactServiceImpl>(
      new ArtifactServiceImpl(store, std::move(uploads), host));
}

grpc::Status ArtifactServiceImpl::CreateArtifact(grpc::ServerContext* context,
                                                 const v1::CreateArtifactRequest* request,
                                                 v1::Artifact* response) {
  return calls_.Unary("CreateArtifact", context, response, [&](rpc::Call&) {
    return store_.Create(request->manifest(), request->cache_key(), request->provenance());
  });
}

grpc::Status ArtifactServiceImpl::FindByCacheKey(grpc::ServerContext* context,
                                                 const v1::FindByCacheKeyRequest* request,
                                                 v1::Artifact* response) {
  return calls_.Unary("FindByCacheKey", context, response,
                      [&](rpc::Call&) { return Find(store_, request->cache_key()); });
}

grpc::Status ArtifactServiceImpl::FindMissingBlobs(grpc::ServerContext* context,
                                                   const v1::FindMissingBlobsRequest* request,
                                                   v1::FindMissingBlobsResponse* response) {
  return calls_.Unary("FindMissingBlobs", context, response,
                      [&](rpc::Call&) -> absl::StatusOr<v1::FindMissingBlobsResponse> {
                        ASSIGN_OR_RETURN(const auto missing,
                                         store_.blobs().FindMissing({request->digests().begin(),
                                                                     request->digests().end()}));
                        v1::FindMissingBlobsResponse answer;
                        for (const std::string& digest : missing) answer.add_missing(digest);
                        return answer;
                      });
}

grpc::Status ArtifactServiceImpl::GetArtifact(grpc::ServerContext* context,
                                              const v1::GetArtifactRequest* request,
                                              v1::Artifact* response) {
  return calls_.Unary("GetArtifact", context, response,
                      [&](rpc::Call&) { return store_.Get(request->name()); });
}

grpc::Status ArtifactServiceImpl::ListArtifacts(grpc::ServerContext* context,
                                                const v1::ListArtifactsRequest* request,
                                                v1::ListArtifactsResponse* response) {
  return calls_.Unary("ListArtifacts", context, response,
                      [&](rpc::Call&) { return List(store_, *request); });
}

grpc::Status ArtifactServiceImpl::GetLineage(grpc::ServerContext* context,
                                             const v1::GetLineageRequest* request,
                                             v1::Lineage* response) {
  return calls_.Unary("GetLineage", context, response, [&](rpc::Call&) {
    return store_.GetLineage(request->name(), Direction(request->direction()), request->depth());
  });
}

grpc::Status ArtifactServiceImpl::UpdateLabels(grpc::ServerContext* context,
                                               const v1::UpdateLabelsRequest* request,
                                               v1::Artifact* response) {
  return calls_.Unary("UpdateLabels", context, response, [&](rpc::Call&) {
    const std::map<std::string, std::string> labels(request->labels().begin(),
                                                    request->labels().end());
    return store_.UpdateLabels(request->name(), labels, request->etag());
  });
}

grpc::Status ArtifactServiceImpl::ReadBlob(grpc::ServerContext* context,
                                           const v1::ReadBlobRequest* request,
                                           grpc::ServerWriter<v1::ReadBlobResponse>* writer) {
  return calls_.ServerStream("ReadBlob", context, writer,
                             [&](rpc::Call&, rpc::StreamWriter<v1::ReadBlobResponse>& out) {
                               return SendBlob(store_.blobs(), *request, out);
                             });
}

grpc::Status ArtifactServiceImpl::WriteBlob(grpc::ServerContext* context,
                                            grpc::ServerReader<v1::WriteBlobRequest>* reader,
                                            v1::WriteBlobResponse* response) {
  return calls_.ClientStream("WriteBlob", context, reader, response,
                             [&](rpc::Call&, rpc::StreamReader<v1::WriteBlobRequest>& in) {
                               return ReceiveBlob(*uploads_, in);
                             });
}

grpc::Status ArtifactServiceImpl::QueryBlobUpload(grpc::ServerContext* context,
                                                  const v1::QueryBlobUploadRequest* request,
                                                  v1::QueryBlobUploadResponse* response) {
  return calls_.Unary("QueryBlobUpload", context, response,
                      [&](rpc::Call&) -> absl::StatusOr<v1::QueryBlobUploadResponse> {
                        v1::QueryBlobUploadResponse answer;
                        ASSIGN_OR_RETURN(const int64_t bytes,
                                         uploads_->Committed(request->upload_id()));
                        answer.set_committed_bytes(bytes);
                        return answer;
                      });
}

grpc::Status ArtifactServiceImpl::ImportText(grpc::ServerContext* context,
                                             grpc::ServerReader<v1::ImportTextRequest>* reader,
                                             v1::Artifact* response) {
  return calls_.ClientStream(
      "ImportText", context, reader, response,
      [&](rpc::Call&,
          rpc::StreamReader<v1::ImportTextRequest>& in) -> absl::StatusOr<v1::Artifact> {
        TextImport text(store_);
        v1::ImportTextRequest request;
        for (;;) {
          ASSIGN_OR_RETURN(const bool more, in.Next(request));
          if (!more) return text.Commit();
          RETURN_IF_ERROR(text.Add(request));
        }
      });
}

grpc::Status ArtifactServiceImpl::VerifyArtifact(grpc::ServerContext* context,
                                                 const v1::VerifyArtifactRequest* request,
                                                 v1::Verification* response) {
  return calls_.Unary("VerifyArtifact", context, response,
                      [&](rpc::Call&) { return store_.Verify(request->name()); });
}

grpc::Status ArtifactServiceImpl::DeleteArtifact(grpc::ServerContext* context,
                                                 const v1::DeleteArtifactRequest* request,
                                                 v1::DeleteArtifactResponse* response) {
  return calls_.Unary("DeleteArtifact", context, response,
                      [&](rpc::Call&) -> absl::StatusOr<v1::DeleteArtifactResponse> {
                        RETURN_IF_ERROR(store_.Delete(request->name()));
                        return v1::DeleteArtifactResponse();
                      });
}

}  // namespace widthlab::orchestrator
