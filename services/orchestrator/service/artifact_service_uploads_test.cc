#include "services/orchestrator/service/artifact_service_uploads.h"

#include <filesystem>

#include "common/artifact/digest.h"
#include "common/artifact/in_memory_blob_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::orchestrator {
namespace {

using artifact::Sha256Of;
using artifact::v1::WriteBlobRequest;
using ::testing::HasSubstr;

class UploadsTest : public testing::Test {
 protected:
  // A message of an upload of `whole`.
  static WriteBlobRequest Message(const std::string& id, const std::string& whole, int64_t offset,
                                  const std::string& data) {
    WriteBlobRequest request;
    request.set_upload_id(id);
    request.set_digest(Sha256Of(whole));
    request.set_size_bytes(static_cast<int64_t>(whole.size()));
    request.set_offset(offset);
    request.set_data(data);
    return request;
  }

  // One stream with one message, ended as a client ends it.
  absl::Status Send(const WriteBlobRequest& message) {
    ASSIGN_OR_RETURN(const auto upload, uploads_->Begin(message));
    RETURN_IF_ERROR(upload->Append(message));
    return upload->Finish().status();
  }

  artifact::TemporaryFolder folder_;
  artifact::InMemoryBlobStore blobs_;
  std::unique_ptr<Uploads> uploads_ = Uploads::Open(folder_.path(), blobs_).value();
};

TEST_F(UploadsTest, AnUploadWithoutIdGoesStraightIn) {
  ASSERT_THAT(Send(Message("", "0123456789", 0, "0123456789")), IsOk());
  EXPECT_THAT(blobs_.Read(Sha256Of("0123456789"), 0, -1), IsOkAndHolds("0123456789"));
}

TEST_F(UploadsTest, GoesOnAfterAStreamBroke) {
  {
    const WriteBlobRequest first = Message("u1", "0123456789", 0, "0123");
    const auto broken = uploads_->Begin(first);
    ASSERT_THAT(broken, IsOk());
    ASSERT_THAT((*broken)->Append(first), IsOk());
    EXPECT_THAT(uploads_->Committed("u1"), StatusIs(absl::StatusCode::kUnavailable));
  }
  EXPECT_THAT(uploads_->Committed("u1"), IsOkAndHolds(4));
  // Also by a server that was started again.
  uploads_ = Uploads::Open(folder_.path(), blobs_).value();
  EXPECT_THAT(uploads_->Committed("u1"), IsOkAndHolds(4));
  ASSERT_THAT(Send(Message("u1", "0123456789", 4, "456789")), IsOk());
  EXPECT_THAT(blobs_.Read(Sha256Of("0123456789"), 0, -1), IsOkAndHolds("0123456789"));
  EXPECT_THAT(uploads_->Committed("u1"), IsOkAndHolds(0));
}

TEST_F(UploadsTest, AClientMayGoBackButNotSkip) {
  EXPECT_THAT(Send(Message("u1", "0123456789", 0, "0123")), FailsOnField("size_bytes"));
  EXPECT_THAT(Send(Message("u1", "0123456789", 5, "56789")), FailsOnField("offset"));
  EXPECT_THAT(Send(Message("u1", "0123456789", 2, "23456789")), IsOk());
}

TEST_F(UploadsTest, OtherBytesThanAnnouncedLeaveNothing) {
  for (const char* id : {"", "u1"}) {
    WriteBlobRequest message = Message(id, "right", 0, "wrong");
    const absl::Status status = Send(message);
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("digest")));
    EXPECT_EQ(FactsOf(status)->reason, "DIGEST_MISMATCH");
    EXPECT_THAT(blobs_.FindMissing({Sha256Of("right"), Sha256Of("wrong")}),
                IsOkAndHolds(testing::SizeIs(2)));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(UploadsTest, RefusesWhatCannotBeRight) {
  EXPECT_THAT(Send(Message("", "0123", 1, "123")), FailsOnField("offset"));
  EXPECT_THAT(Send(Message("", "0123", 0, "01234")), FailsOnField("data"));
  EXPECT_THAT(Send(Message("", "0123", 0, "012")), FailsOnField("size_bytes"));
  EXPECT_THAT(Send(Message("../x", "0123", 0, "0123")), FailsOnField("upload_id"));
  EXPECT_THAT(uploads_->Committed("a/b"), FailsOnField("upload_id"));
  WriteBlobRequest message = Message("", "0123", 0, "0123");
  message.set_digest("0123");
  EXPECT_THAT(Send(message), FailsOnField("digest"));
  message = Message("", "0123", 0, "0123");
  message.set_size_bytes(-1);
  EXPECT_THAT(Send(message), FailsOnField("size_bytes"));
}

TEST_F(UploadsTest, OneStreamAtATime) {
  const WriteBlobRequest message = Message("u1", "0123", 0, "01");
  const auto first = uploads_->Begin(message);
  ASSERT_THAT(first, IsOk());
  const absl::Status second = uploads_->Begin(message).status();
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_EQ(FactsOf(second)->reason, "UPLOAD_BUSY");
}

TEST_F(UploadsTest, WhatNobodyWentOnWithIsRemovedAfterADay) {
  {
    ASSERT_THAT(
        (*uploads_->Begin(Message("old", "0123", 0, "")))->Append(Message("old", "0123", 0, "01")),
        IsOk());
  }
  {
    ASSERT_THAT(
        (*uploads_->Begin(Message("new", "0123", 0, "")))->Append(Message("new", "0123", 0, "01")),
        IsOk());
  }
  std::filesystem::last_write_time(
      folder_.path() + "/old",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
  uploads_ = Uploads::Open(folder_.path(), blobs_).value();
  EXPECT_THAT(uploads_->Committed("old"), IsOkAndHolds(0));
  EXPECT_THAT(uploads_->Committed("new"), IsOkAndHolds(2));
}

}  // namespace
}  // namespace widthlab::orchestrator
