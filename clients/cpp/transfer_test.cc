// Text up, files down, over connections that break.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "clients/cpp/download.h"
#include "clients/cpp/testing/in_process_server.h"
#include "clients/cpp/text_files.h"
#include "clients/cpp/text_upload.h"
#include "common/artifact/digest.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {
namespace {

using artifact::v1::Artifact;
using artifact::v1::ArtifactFile;
using testing::ElementsAre;
using testing::Pair;

// Holds one blob, and breaks the first `breaks` calls in their middle.
class FakeArtifacts : public artifact::v1::ArtifactService::Service {
 public:
  grpc::Status ImportText(grpc::ServerContext*,
                          grpc::ServerReader<artifact::v1::ImportTextRequest>* reader,
                          Artifact* response) override {
    documents.clear();
    largest_chunk = 0;
    artifact::v1::ImportTextRequest request;
    std::string document;
    while (reader->Read(&request)) {
      if (breaks > 0) return Break();
      if (!request.source().empty()) source = request.source();
      if (!request.path().empty()) document = request.path();
      documents[document] += request.data();
      largest_chunk = std::max(largest_chunk, request.data().size());
    }
    response->set_id("imported");
    return grpc::Status::OK;
  }

  grpc::Status ReadBlob(grpc::ServerContext*, const artifact::v1::ReadBlobRequest* request,
                        grpc::ServerWriter<artifact::v1::ReadBlobResponse>* writer) override {
    offsets.push_back(request->offset());
    artifact::v1::ReadBlobResponse chunk;
    for (size_t i = static_cast<size_t>(request->offset()); i < blob.size(); i += 4) {
      chunk.set_data(blob.substr(i, 4));
      writer->Write(chunk);
      if (breaks > 0) return Break();
    }
    return grpc::Status::OK;
  }

  int breaks = 0;
  std::string source;
  std::map<std::string, std::string> documents;
  size_t largest_chunk = 0;
  std::string blob = "0123456789";
  std::vector<int64_t> offsets;

 private:
  grpc::Status Break() {
    --breaks;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "connection reset");
  }
};

class TransferTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  ArtifactFile Blob() const {
    ArtifactFile file;
    file.set_name("blob");
    file.set_digest(artifact::Sha256Of("0123456789"));
    file.set_size_bytes(10);
    return file;
  }

  FakeArtifacts fake_;
  InProcessServer server_{{&fake_}};
  std::filesystem::path folder_;
};

TEST_F(TransferTest, SendsEveryDocumentInChunks) {
  const std::string large(1'300'000, 'x');
  Write("a.txt", "first");
  Write("b.txt", large);
  const absl::StatusOr<Artifact> artifact =
      UploadText(server_.connection(), *FindTextFiles({folder_.string()}));
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->id(), "imported");
  EXPECT_EQ(fake_.source, folder_.filename().string());
  EXPECT_THAT(fake_.documents, ElementsAre(Pair("a.txt", "first"), Pair("b.txt", large)));
  EXPECT_EQ(fake_.largest_chunk, 512u * 1024);
}

TEST_F(TransferTest, BeginsAnUploadAgainThatWasCutShort) {
  Write("a.txt", "first");
  fake_.breaks = 2;
  EXPECT_THAT(UploadText(server_.connection(), *FindTextFiles({folder_.string()})), IsOk());
  EXPECT_THAT(fake_.documents, ElementsAre(Pair("a.txt", "first")));
}

TEST_F(TransferTest, NoticesAFileThatChangedOnTheWay) {
  Write("a.txt", "first");
  const TextFiles text = *FindTextFiles({folder_.string()});
  Write("a.txt", "longer than before");
  const absl::Status status = UploadText(server_.connection(), text).status();
  EXPECT_EQ(FactsOf(status)->reason, "TEXT_CHANGED");
  EXPECT_THAT(status, FailsOnField("text"));
}

TEST_F(TransferTest, GoesOnWithADownloadWhereItWasCutShort) {
  fake_.breaks = 2;
  EXPECT_THAT(ReadFile(server_.connection(), Blob()), IsOkAndHolds("0123456789"));
  EXPECT_THAT(fake_.offsets, ElementsAre(0, 4, 8));
}

TEST_F(TransferTest, RefusesBytesThatDoNotHaveTheDigest) {
  fake_.blob = "0123456780";
  const std::string path = (folder_ / "out").string();
  EXPECT_THAT(DownloadFile(server_.connection(), Blob(), path),
              StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(TransferTest, WritesAWholeFileOrNone) {
  const std::string path = (folder_ / "out").string();
  EXPECT_THAT(DownloadFile(server_.connection(), Blob(), path), IsOk());
  std::string content;
  std::ifstream(path) >> content;
  EXPECT_EQ(content, "0123456789");
  EXPECT_THAT(DownloadFile(server_.connection(), Blob(), "/no/such/folder/out"),
              FailsOnField("output"));
}

}  // namespace
}  // namespace widthlab::client
