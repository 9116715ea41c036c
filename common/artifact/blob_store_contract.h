// What every BlobStore keeps. Each implementation runs it:
//
//   INSTANTIATE_TEST_SUITE_P(Local, BlobStoreContract, testing::Values(MakeLocalHarness));
#ifndef WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_CONTRACT_H_

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "common/artifact/blob_store.h"
#include "common/artifact/digest.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

// A store under test, and a way to spoil what it holds.
class BlobStoreHarness {
 public:
  virtual ~BlobStoreHarness() = default;
  virtual BlobStore& store() = 0;
  // Puts `bytes` under `digest` although they do not belong there.
  virtual void Spoil(const std::string& digest, const std::string& bytes) = 0;
  virtual bool deletes() const { return true; }
};

class BlobStoreContract : public testing::TestWithParam<std::unique_ptr<BlobStoreHarness> (*)()> {
 protected:
  BlobStore& store() { return harness_->store(); }
  std::string Write(std::string_view bytes) { return WriteBlob(store(), bytes).value().digest; }

  std::unique_ptr<BlobStoreHarness> harness_ = GetParam()();
};

// SHA-256 of "abc" (FIPS 180-2) and of nothing.
inline constexpr char kDigestOfAbc[] =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
inline constexpr char kDigestOfNothing[] =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST_P(BlobStoreContract, NamesABlobByItsDigest) {
  const auto blob = WriteBlob(store(), "abc");
  ASSERT_THAT(blob, IsOk());
  EXPECT_EQ(blob->digest, kDigestOfAbc);
  EXPECT_EQ(blob->size_bytes, 3);
  EXPECT_THAT(store().Read(kDigestOfAbc, 0, -1), IsOkAndHolds("abc"));
  EXPECT_THAT(store().Size(kDigestOfAbc), IsOkAndHolds(3));
}

TEST_P(BlobStoreContract, AnEmptyBlobIsABlob) {
  EXPECT_EQ(Write(""), kDigestOfNothing);
  EXPECT_THAT(store().Read(kDigestOfNothing, 0, -1), IsOkAndHolds(""));
  EXPECT_THAT(store().Verify(kDigestOfNothing), IsOk());
}

TEST_P(BlobStoreContract, PiecesMakeOneBlob) {
  const auto writer = store().Create();
  ASSERT_THAT(writer, IsOk());
  std::string whole;
  for (int i = 0; i < 3000; ++i) {
    const std::string piece(i % 700, static_cast<char>(i));
    ASSERT_THAT((*writer)->Append(piece), IsOk());
    whole += piece;
  }
  const auto blob = (*writer)->Commit();
  ASSERT_THAT(blob, IsOk());
  EXPECT_EQ(blob->digest, Sha256Of(whole));
  EXPECT_EQ(blob->size_bytes, static_cast<int64_t>(whole.size()));
  EXPECT_THAT(store().Read(blob->digest, 0, -1), IsOkAndHolds(whole));
}

TEST_P(BlobStoreContract, ReadsRanges) {
  const std::string digest = Write("0123456789");
  EXPECT_THAT(store().Read(digest, 3, 4), IsOkAndHolds("3456"));
  EXPECT_THAT(store().Read(digest, 8, 100), IsOkAndHolds("89"));
  EXPECT_THAT(store().Read(digest, 8, -1), IsOkAndHolds("89"));
  EXPECT_THAT(store().Read(digest, 10, 1), IsOkAndHolds(""));
  EXPECT_THAT(store().Read(digest, 2, 0), IsOkAndHolds(""));
  EXPECT_THAT(store().Read(digest, 11, 1), StatusIs(absl::StatusCode::kOutOfRange));
}

TEST_P(BlobStoreContract, WhatIsNotThereIsNotFound) {
  EXPECT_THAT(store().Read(kDigestOfAbc, 0, -1), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store().Size(kDigestOfAbc), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store().LocalPath(kDigestOfAbc), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store().Verify(kDigestOfAbc), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(FactsOf(store().Size(kDigestOfAbc).status())->reason, "BLOB_NOT_FOUND");
}

TEST_P(BlobStoreContract, RefusesWhatIsNoDigest) {
  for (const char* digest : {"", "abc", "../../etc/passwd"}) {
    EXPECT_THAT(store().Read(digest, 0, -1), StatusIs(absl::StatusCode::kInvalidArgument));
    EXPECT_THAT(store().Verify(digest), StatusIs(absl::StatusCode::kInvalidArgument));
    EXPECT_THAT(store().FindMissing({digest}), StatusIs(absl::StatusCode::kInvalidArgument));
  }
}

TEST_P(BlobStoreContract, FindsWhatIsMissingInTheOrderAskedEachOnce) {
  Write("abc");
  const std::string one = Sha256Of("1");
  const std::string two = Sha256Of("2");
  EXPECT_THAT(store().FindMissing({two, kDigestOfAbc, one, two}),
              IsOkAndHolds(testing::ElementsAre(two, one)));
  EXPECT_THAT(store().FindMissing({}), IsOkAndHolds(testing::IsEmpty()));
}

TEST_P(BlobStoreContract, FindsWhatIsMissingOfThousands) {
  std::vector<std::string> digests;
  for (int i = 0; i < 5000; ++i) digests.push_back(Sha256Of(std::to_string(i)));
  Write("17");
  const auto missing = store().FindMissing(digests);
  ASSERT_THAT(missing, IsOk());
  EXPECT_EQ(missing->size(), 4999u);
}

TEST_P(BlobStoreContract, LocalPathHoldsExactlyTheBlob) {
  const std::string digest = Write("some bytes");
  const auto path = store().LocalPath(digest);
  ASSERT_THAT(path, IsOk());
  std::ifstream file(*path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "some bytes");
}

TEST_P(BlobStoreContract, AWriterThatIsDroppedLeavesNothing) {
  {
    const auto writer = store().Create();
    ASSERT_THAT(writer, IsOk());
    ASSERT_THAT((*writer)->Append("abc"), IsOk());
  }
  EXPECT_THAT(store().FindMissing({kDigestOfAbc}), IsOkAndHolds(testing::SizeIs(1)));
}

TEST_P(BlobStoreContract, AnEndedWriterTakesNoMore) {
  const auto writer = store().Create();
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Commit(), IsOk());
  EXPECT_THAT((*writer)->Append("x"), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT((*writer)->Commit(), StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_P(BlobStoreContract, WritingTwiceIsAsWritingOnce) {
  EXPECT_EQ(Write("abc"), Write("abc"));
  EXPECT_THAT(store().Read(kDigestOfAbc, 0, -1), IsOkAndHolds("abc"));
}

TEST_P(BlobStoreContract, VerifyTellsDamage) {
  Write("abc");
  EXPECT_THAT(store().Verify(kDigestOfAbc), IsOk());
  harness_->Spoil(kDigestOfAbc, "abd");
  EXPECT_THAT(store().Verify(kDigestOfAbc), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_P(BlobStoreContract, WritingAgainHealsADamagedBlob) {
  Write("abc");
  for (const char* damaged : {"abd", "ab", ""}) {
    harness_->Spoil(kDigestOfAbc, damaged);
    Write("abc");
    EXPECT_THAT(store().Verify(kDigestOfAbc), IsOk()) << damaged;
    EXPECT_THAT(store().Read(kDigestOfAbc, 0, -1), IsOkAndHolds("abc"));
  }
}

TEST_P(BlobStoreContract, DeletingTwiceIsNoError) {
  Write("abc");
  if (!harness_->deletes()) {
    EXPECT_THAT(store().Delete(kDigestOfAbc), StatusIs(absl::StatusCode::kUnimplemented));
    EXPECT_THAT(store().Size(kDigestOfAbc), IsOkAndHolds(3));
    return;
  }
  EXPECT_THAT(store().Delete(kDigestOfAbc), IsOk());
  EXPECT_THAT(store().Delete(kDigestOfAbc), IsOk());
  EXPECT_THAT(store().Size(kDigestOfAbc), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_CONTRACT_H_
