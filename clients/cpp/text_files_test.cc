#include "clients/cpp/text_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TextFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }

  std::string Write(const std::string& name, std::string_view bytes) {
    const std::filesystem::path path = root_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }

  std::string Path(const std::string& name) const { return (root_ / name).string(); }

  static std::vector<std::string> Documents(const TextFiles& text) {
    std::vector<std::string> documents;
    for (const TextFile& file : text.files) documents.push_back(file.document);
    return documents;
  }

  static void ExpectError(const absl::StatusOr<TextFiles>& text, std::string_view reason,
                          std::string_view path) {
    EXPECT_THAT(text, AllOf(StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(path)),
                            FailsOnField("text")));
    EXPECT_EQ(FactsOf(text.status())->reason, reason);
  }

  std::filesystem::path root_;
};

TEST_F(TextFilesTest, WalksAFolderInOrder) {
  Write("f/b.txt", "bb");
  Write("f/a/z.txt", "zzz");
  Write("f/a.txt", "a");
  const absl::StatusOr<TextFiles> text = FindTextFiles({Path("f")});
  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(Documents(*text), ElementsAre("a.txt", "a/z.txt", "b.txt"));
  EXPECT_EQ(text->size_bytes(), 6);
  EXPECT_EQ(text->source, "f");
}

TEST_F(TextFilesTest, NamesTheImportAlikeHoweverTheFolderIsWritten) {
  Write("f/a.txt", "a");
  for (const char* spelling : {"f", "f/", "f/.", "./f", "f/../f"}) {
    EXPECT_EQ(FindTextFiles({Path(spelling)})->source, "f") << spelling;
  }
}

TEST_F(TextFilesTest, PutsTheFoldersNameInFrontWhereThereAreSeveral) {
  Write("f/a.txt", "a");
  Write("g/a.txt", "a");
  const absl::StatusOr<TextFiles> text =
      FindTextFiles({Path("g"), Path("f"), Write("one.md", "1")});
  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(Documents(*text), ElementsAre("f/a.txt", "g/a.txt", "one.md"));
  EXPECT_EQ(text->source, "g, f, one.md");
}

TEST_F(TextFilesTest, PassesOverWhatIsNoTextInAFolder) {
  Write("f/a.txt", "a");
  Write("f/empty.txt", "");
  Write("f/image.png", std::string_view("\x89PNG\0", 5));
  Write("f/.git/config", "hidden");
  const absl::StatusOr<TextFiles> text = FindTextFiles({Path("f")});
  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(Documents(*text), ElementsAre("a.txt"));
  EXPECT_THAT(text->passed_over, ElementsAre(Path("f/empty.txt"), Path("f/image.png")));
}

TEST_F(TextFilesTest, RefusesWhatHoldsNoTextAtAll) {
  std::filesystem::create_directory(Path("nothing"));
  ExpectError(FindTextFiles({Path("nothing")}), "TEXT_EMPTY", "nothing");
  Write("empty/a.txt", "");
  ExpectError(FindTextFiles({Path("empty")}), "TEXT_EMPTY", "empty");
  Write("binary/a.bin", "\xFF\xFE");
  ExpectError(FindTextFiles({Path("binary")}), "TEXT_BINARY", "binary");
}

TEST_F(TextFilesTest, RefusesAFileThatIsNamedAndIsNoText) {
  ExpectError(FindTextFiles({Write("a.txt", "")}), "TEXT_EMPTY", "a.txt");
  ExpectError(FindTextFiles({Write("a.bin", "\xFF")}), "TEXT_BINARY", "a.bin");
  ExpectError(FindTextFiles({Path("missing")}), "TEXT_NOT_FOUND", "missing");
  ExpectError(FindTextFiles({"/dev/null"}), "TEXT_UNREADABLE", "/dev/null");
  EXPECT_THAT(FindTextFiles({}), FailsOnField("text"));
  EXPECT_THAT(FindTextFiles({""}), FailsOnField("text"));
}

TEST_F(TextFilesTest, RefusesAnUnreadableFileInAFolder) {
  Write("f/a.txt", "a");
  const std::string locked = Write("f/b.txt", "b");
  ASSERT_EQ(chmod(locked.c_str(), 0), 0);
  if (access(locked.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  ExpectError(FindTextFiles({Path("f")}), "TEXT_UNREADABLE", "b.txt");
}

TEST_F(TextFilesTest, RefusesTwoDocumentsOfOneName) {
  const std::string one = Write("f/a.txt", "a");
  const std::string other = Write("g/a.txt", "a");
  ExpectError(FindTextFiles({one, other}), "TEXT_TWICE", "a.txt");
}

TEST_F(TextFilesTest, FindsAFolderWithoutAnythingInFront) {
  Write("a.txt", "a");
  std::filesystem::current_path(root_);
  EXPECT_EQ(FindTextFiles({"."})->source, root_.filename().string());
  EXPECT_THAT(Documents(*FindTextFiles({"a.txt"})), ElementsAre("a.txt"));
}

}  // namespace
}  // namespace widthlab::client
