#include "common/artifact/digest.h"

#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

// FIPS 180-2, appendix B.
TEST(DigestTest, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(Sha256Of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256Of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(DigestTest, PiecesGiveTheDigestOfTheWhole) {
  Sha256 hash;
  hash.Update("a");
  hash.Update("");
  hash.Update("bc");
  EXPECT_EQ(hash.Finish(), Sha256Of("abc"));
}

TEST(DigestTest, KnowsWhatADigestLooksLike) {
  EXPECT_TRUE(IsDigest(Sha256Of("")));
  EXPECT_FALSE(IsDigest(""));
  EXPECT_FALSE(IsDigest(std::string(63, 'a')));
  EXPECT_FALSE(IsDigest(std::string(64, 'A')));
  EXPECT_FALSE(IsDigest(std::string(64, 'g')));
}

}  // namespace
}  // namespace widthlab::artifact
