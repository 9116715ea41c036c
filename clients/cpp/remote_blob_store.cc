#include "clients/cpp/remote_blob_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cpp/blob_upload.h"
#include "clients/cpp/call.h"
#include "common/artifact/blob_error.h"
#include "common/artifact/digest.h"
#include "common/rpc/grpc_status.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {

using artifact::BlobInfo;
using artifact::v1::ArtifactService;
using Stub = ArtifactService::StubInterface;

namespace {

// So many digests fit into one message by far.
constexpr size_t kDigestsPerCall = 20'000;

}  // namespace

// Writes into the cache, and from there to the server.
class RemoteBlobWriter : public artifact::BlobWriter {
 public:
  RemoteBlobWriter(RemoteBlobStore& store, std::unique_ptr<artifact::BlobWriter> cached)
      : store_(store), cached_(std::move(cached)) {}

  absl::Status Append(std::string_view bytes) override { return cached_->Append(bytes); }

  // The server has it afterwards even if it had a damaged copy: bytes are sent in any case.
  absl::StatusOr<BlobInfo> Commit() override {
    ASSIGN_OR_RETURN(const BlobInfo blob, cached_->Commit());
    RETURN_IF_ERROR(UploadBlob(store_.connection_, *store_.stub_, *store_.cache_, blob));
    const std::lock_guard lock(store_.mutex_);
    store_.trusted_.insert(blob.digest);
    return blob;
  }

 private:
  RemoteBlobStore& store_;
  std::unique_ptr<artifact::BlobWriter> cached_;
};

RemoteBlobStore::RemoteBlobStore(Connection connection,
                                 std::unique_ptr<artifact::LocalBlobStore> cache)
    : connection_(std::move(connection)),
      stub_(ArtifactService::NewStub(connection_.channel)),
      cache_(std::move(cache)) {}

absl::StatusOr<std::unique_ptr<RemoteBlobStore>> RemoteBlobStore::Open(
    Connection connection, const std::string& cache_folder) {
  ASSIGN_OR_RETURN(auto cache, artifact::LocalBlobStore::Open(cache_folder));
  return std::unique_ptr<RemoteBlobStore>(
      new RemoteBlobStore(std::move(connection), std::move(cache)));
}

absl::StatusOr<std::unique_ptr<artifact::BlobWriter>> RemoteBlobStore::Create() {
  ASSIGN_OR_RETURN(auto cached, cache_->Create());
  return std::make_unique<RemoteBlobWriter>(*this, std::move(cached));
}

bool RemoteBlobStore::IsCached(std::string_view digest) {
  if (!cache_->Size(digest).ok()) return false;
  {
    const std::lock_guard lock(mutex_);
    if (trusted_.find(digest) != trusted_.end()) return true;
  }
  if (!cache_->Verify(digest).ok()) return false;
  const std::lock_guard lock(mutex_);
  trusted_.insert(std::string(digest));
  return true;
}

absl::Status RemoteBlobStore::FetchOnce(Range& range, const Sink& sink) {
  grpc::ClientContext context;
  artifact::v1::ReadBlobRequest request;
  request.set_digest(range.digest);
  request.set_offset(range.offset);
  request.set_limit(range.limit);
  const auto stream = stub_->ReadBlob(&context, request);
  artifact::v1::ReadBlobResponse response;
  while (stream->Read(&response)) {
    if (response.blob_size_bytes() > 0) range.blob_size_bytes = response.blob_size_bytes();
    const absl::Status status = sink(response.data());
    if (!status.ok()) {
      context.TryCancel();
      stream->Finish();
      return status;
    }
    range.offset += static_cast<int64_t>(response.data().size());
    if (range.limit > 0) range.limit -= static_cast<int64_t>(response.data().size());
    // All bytes came, and a limit of 0 would ask for the rest.
    if (request.limit() > 0 && range.limit == 0) {
      context.TryCancel();
      stream->Finish();
      return absl::OkStatus();
    }
  }
  return ExplainUnreachable(connection_, rpc::FromGrpc(stream->Finish()));
}

absl::Status RemoteBlobStore::Fetch(Range& range, const Sink& sink) {
  return Retry(connection_.retry, [&] { return FetchOnce(range, sink); });
}

absl::StatusOr<std::string> RemoteBlobStore::Read(std::string_view digest, int64_t offset,
                                                  int64_t limit) {
  RETURN_IF_ERROR(artifact::CheckDigest(digest));
  if (IsCached(digest)) return cache_->Read(digest, offset, limit);
  if (limit == 0) {
    ASSIGN_OR_RETURN(const int64_t size, Size(digest));
    RETURN_IF_ERROR(artifact::CheckOffset(digest, offset, size));
    return "";
  }
  Range range{.digest = std::string(digest), .offset = offset, .limit = limit < 0 ? 0 : limit};
  std::string bytes;
  RETURN_IF_ERROR(Fetch(range, [&bytes](std::string_view data) {
    bytes += data;
    return absl::OkStatus();
  }));
  return bytes;
}

absl::StatusOr<std::string> RemoteBlobStore::LocalPath(std::string_view digest) {
  RETURN_IF_ERROR(artifact::CheckDigest(digest));
  if (IsCached(digest)) return cache_->PathOf(digest);
  ASSIGN_OR_RETURN(const auto writer, cache_->Create());
  Range range{.digest = std::string(digest)};
  RETURN_IF_ERROR(Fetch(range, [&](std::string_view data) { return writer->Append(data); }));
  ASSIGN_OR_RETURN(const BlobInfo blob, writer->Commit());
  if (blob.digest != digest) {
    cache_->Delete(blob.digest).IgnoreError();
    return artifact::BlobDamaged(digest, blob.digest);
  }
  const std::lock_guard lock(mutex_);
  trusted_.insert(blob.digest);
  return cache_->PathOf(digest);
}

absl::StatusOr<int64_t> RemoteBlobStore::Size(std::string_view digest) {
  RETURN_IF_ERROR(artifact::CheckDigest(digest));
  Range range{.digest = std::string(digest), .limit = 1};
  RETURN_IF_ERROR(Fetch(range, [](std::string_view) { return absl::OkStatus(); }));
  return range.blob_size_bytes;
}

absl::StatusOr<std::vector<std::string>> RemoteBlobStore::FindMissing(
    const std::vector<std::string>& digests) {
  std::vector<std::string> missing;
  std::set<std::string> seen;
  for (size_t begin = 0; begin < digests.size(); begin += kDigestsPerCall) {
    artifact::v1::FindMissingBlobsRequest request;
    for (size_t i = begin; i < digests.size() && i < begin + kDigestsPerCall; ++i) {
      request.add_digests(digests[i]);
    }
    ASSIGN_OR_RETURN(const auto response,
                     Call<artifact::v1::FindMissingBlobsResponse>(
                         connection_, *stub_, &Stub::FindMissingBlobs, request));
    for (const std::string& digest : response.missing()) {
      if (seen.insert(digest).second) missing.push_back(digest);
    }
  }
  return missing;
}

absl::Status RemoteBlobStore::Verify(std::string_view digest) {
  RETURN_IF_ERROR(artifact::CheckDigest(digest));
  artifact::Sha256 hash;
  Range range{.digest = std::string(digest)};
  RETURN_IF_ERROR(Fetch(range, [&hash](std::string_view data) {
    hash.Update(data);
    return absl::OkStatus();
  }));
  const std::string actual = hash.Finish();
  return actual == digest ? absl::OkStatus() : artifact::BlobDamaged(digest, actual);
}

absl::Status RemoteBlobStore::Delete(std::string_view digest) {
  return absl::UnimplementedError(absl::StrCat("blob ", std::string(digest), " lies at ",
                                               connection_.address, ", which deletes by itself"));
}

}  // namespace widthlab::client
