// The artifact service with its clients: the remote stores keep the same contract as the local
// ones.
#include "services/orchestrator/service/artifact_service.h"

#include <filesystem>
#include <fstream>

#include "clients/cpp/remote_artifact_store.h"
#include "clients/cpp/remote_blob_store.h"
#include "clients/cpp/testing/in_process_server.h"
#include "common/artifact/artifact_store_contract.h"
#include "common/artifact/blob_store_contract.h"
#include "common/artifact/local_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/limits.h"

namespace widthlab::orchestrator {
namespace {

namespace v1 = artifact::v1;

// A server with a store of its own.
class Server {
 public:
  client::Connection connection() const { return server_.connection(); }
  artifact::ArtifactStore& store() { return *store_; }
  std::string folder() const { return folder_.path(); }
  std::string PathOf(const std::string& digest) const {
    return folder() + "/blobs/" + digest.substr(0, 2) + "/" + digest;
  }

 private:
  artifact::TemporaryFolder folder_;
  rpc::Host host_;
  std::unique_ptr<artifact::LocalArtifactStore> store_ =
      artifact::LocalArtifactStore::Open({.folder = folder_.path()}).value();
  std::unique_ptr<ArtifactServiceImpl> service_ =
      ArtifactServiceImpl::Open(*store_, folder_.path() + "/uploads", host_).value();
  client::InProcessServer server_{{service_.get()}};
};

void Overwrite(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class RemoteBlobs : public artifact::BlobStoreHarness {
 public:
  artifact::BlobStore& store() override { return *store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    Overwrite(server_.PathOf(digest), bytes);
  }
  bool deletes() const override { return false; }

 private:
  Server server_;
  artifact::TemporaryFolder cache_;
  std::unique_ptr<client::RemoteBlobStore> store_ =
      client::RemoteBlobStore::Open(server_.connection(), cache_.path()).value();
};

class RemoteArtifacts : public artifact::ArtifactStoreHarness {
 public:
  explicit RemoteArtifacts(bool shares_blobs)
      : store_(client::RemoteArtifactStore::Open(
                   {.connection = server_.connection(),
                    .cache_folder = cache_.path(),
                    .shared_blobs_folder = shares_blobs ? server_.folder() + "/blobs" : ""})
                   .value()) {}

  artifact::ArtifactStore& store() override { return *store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    Overwrite(server_.PathOf(digest), bytes);
  }
  void Lose(const std::string& digest) override { std::filesystem::remove(server_.PathOf(digest)); }

 private:
  Server server_;
  artifact::TemporaryFolder cache_;
  std::unique_ptr<client::RemoteArtifactStore> store_;
};

std::unique_ptr<artifact::BlobStoreHarness> MakeBlobs() { return std::make_unique<RemoteBlobs>(); }
std::unique_ptr<artifact::ArtifactStoreHarness> MakeRemote() {
  return std::make_unique<RemoteArtifacts>(/*shares_blobs=*/false);
}
std::unique_ptr<artifact::ArtifactStoreHarness> MakeShared() {
  return std::make_unique<RemoteArtifacts>(/*shares_blobs=*/true);
}

}  // namespace
}  // namespace widthlab::orchestrator

// The contract's suites live in their own namespace.
namespace widthlab::artifact {

INSTANTIATE_TEST_SUITE_P(Remote, BlobStoreContract, testing::Values(orchestrator::MakeBlobs));
INSTANTIATE_TEST_SUITE_P(Remote, ArtifactStoreContract,
                         testing::Values(orchestrator::MakeRemote, orchestrator::MakeShared));

}  // namespace widthlab::artifact

namespace widthlab::orchestrator {
namespace {

std::string ManyBytes() {
  std::string bytes;
  for (int i = 0; bytes.size() < (9u << 20); ++i) bytes += std::to_string(i);
  return bytes;
}

TEST(ArtifactServiceTest, LargeBlobsTravelInChunks) {
  Server server;
  const artifact::TemporaryFolder cache;
  const auto blobs = client::RemoteBlobStore::Open(server.connection(), cache.path()).value();
  const std::string bytes = ManyBytes();
  const auto blob = WriteBlob(*blobs, bytes);
  ASSERT_THAT(blob, IsOk());
  EXPECT_THAT(server.store().blobs().Verify(blob->digest), IsOk());
  // A second client has nothing cached.
  const artifact::TemporaryFolder other_cache;
  const auto other = client::RemoteBlobStore::Open(server.connection(), other_cache.path()).value();
  EXPECT_THAT(other->Read(blob->digest, 5 << 20, 1 << 20),
              IsOkAndHolds(bytes.substr(5 << 20, 1 << 20)));
  const auto path = other->LocalPath(blob->digest);
  ASSERT_THAT(path, IsOk());
  EXPECT_EQ(std::filesystem::file_size(*path), bytes.size());
}

TEST(ArtifactServiceTest, ChunksAreOf512KiBAndTheFirstHasTheLength) {
  Server server;
  const auto blob = WriteBlob(server.store().blobs(), std::string(1'200'000, 'x'));
  const auto stub = v1::ArtifactService::NewStub(server.connection().channel);
  grpc::ClientContext context;
  v1::ReadBlobRequest request;
  request.set_digest(blob->digest);
  const auto stream = stub->ReadBlob(&context, request);
  std::vector<size_t> sizes;
  std::vector<int64_t> lengths;
  v1::ReadBlobResponse response;
  while (stream->Read(&response)) {
    sizes.push_back(response.data().size());
    lengths.push_back(response.blob_size_bytes());
  }
  EXPECT_TRUE(stream->Finish().ok());
  const auto chunk = static_cast<size_t>(rpc::kChunkBytes);
  EXPECT_THAT(sizes, testing::ElementsAre(chunk, chunk, 1'200'000 - 2 * chunk));
  EXPECT_THAT(lengths, testing::ElementsAre(1'200'000, 0, 0));
}

TEST(ArtifactServiceTest, ADamagedBlobIsDataLossAndIsNotCached) {
  Server server;
  const artifact::TemporaryFolder cache;
  const auto blobs = client::RemoteBlobStore::Open(server.connection(), cache.path()).value();
  const auto blob = WriteBlob(server.store().blobs(), "abc");
  Overwrite(server.PathOf(blob->digest), "abd");
  EXPECT_THAT(blobs->LocalPath(blob->digest), StatusIs(absl::StatusCode::kDataLoss));
  Overwrite(server.PathOf(blob->digest), "abc");
  EXPECT_THAT(blobs->LocalPath(blob->digest), IsOk());
}

TEST(ArtifactServiceTest, ADamagedCacheIsFetchedAgain) {
  Server server;
  const artifact::TemporaryFolder cache;
  const auto blob = WriteBlob(server.store().blobs(), "abc");
  std::string path;
  {
    const auto blobs = client::RemoteBlobStore::Open(server.connection(), cache.path()).value();
    path = blobs->LocalPath(blob->digest).value();
  }
  Overwrite(path, "abd");
  const auto blobs = client::RemoteBlobStore::Open(server.connection(), cache.path()).value();
  EXPECT_THAT(blobs->Read(blob->digest, 0, -1), IsOkAndHolds("abc"));
  EXPECT_THAT(blobs->LocalPath(blob->digest), IsOkAndHolds(path));
  EXPECT_THAT(blobs->Read(blob->digest, 0, -1), IsOkAndHolds("abc"));
}

TEST(ArtifactServiceTest, ImportsTextAndSaysWhichDocumentIsBad) {
  Server server;
  const auto stub = v1::ArtifactService::NewStub(server.connection().channel);
  const auto import = [&](const std::string& data) -> absl::StatusOr<v1::Artifact> {
    grpc::ClientContext context;
    v1::Artifact artifact;
    const auto writer = stub->ImportText(&context, &artifact);
    v1::ImportTextRequest request;
    request.set_source("notes");
    request.set_path("a.txt");
    request.set_data(data);
    writer->Write(request);
    writer->WritesDone();
    const absl::Status status = rpc::FromGrpc(writer->Finish());
    if (!status.ok()) return status;
    return artifact;
  };
  const auto made = import("some words");
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->manifest().kind(), v1::ARTIFACT_KIND_TEXT);
  EXPECT_EQ(import("some words")->id(), made->id());
  EXPECT_THAT(import("\xff"), FailsOnField("path"));
  EXPECT_THAT(import(""),
              StatusIs(absl::StatusCode::kInvalidArgument, testing::HasSubstr("a.txt is empty")));
}

TEST(ArtifactServiceTest, AnEmptyStreamIsAnError) {
  Server server;
  const auto stub = v1::ArtifactService::NewStub(server.connection().channel);
  grpc::ClientContext context;
  v1::WriteBlobResponse response;
  const auto writer = stub->WriteBlob(&context, &response);
  writer->WritesDone();
  EXPECT_THAT(rpc::FromGrpc(writer->Finish()), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(ArtifactServiceTest, AMissedCacheKeyIsNotFound) {
  Server server;
  const auto stub = v1::ArtifactService::NewStub(server.connection().channel);
  grpc::ClientContext context;
  v1::FindByCacheKeyRequest request;
  request.set_cache_key(std::string(64, '0'));
  v1::Artifact artifact;
  const absl::Status status = rpc::FromGrpc(stub->FindByCacheKey(&context, request, &artifact));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(FactsOf(status)->reason, "CACHE_MISS");
}

}  // namespace
}  // namespace widthlab::orchestrator
