#include "services/orchestrator/service/artifact_service_text_import.h"

#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::orchestrator {
namespace {

using artifact::v1::ImportTextRequest;
using ::testing::HasSubstr;

ImportTextRequest Message(const std::string& path, const std::string& data,
                          const std::string& source = "") {
  ImportTextRequest request;
  request.set_path(path);
  request.set_data(data);
  request.set_source(source);
  return request;
}

class TextImportTest : public testing::Test {
 protected:
  absl::StatusOr<artifact::v1::Artifact> Import(const std::vector<ImportTextRequest>& messages) {
    TextImport text(store_);
    for (const ImportTextRequest& message : messages) RETURN_IF_ERROR(text.Add(message));
    return text.Commit();
  }

  artifact::InMemoryArtifactStore store_;
};

TEST_F(TextImportTest, DocumentsBecomeFilesInOrderOfTheirPaths) {
  const auto made = Import({Message("b/two.txt", "second ", "/home/me/notes/"), Message("", "half"),
                            Message("a.txt", "first")});
  ASSERT_THAT(made, IsOk());
  ASSERT_EQ(made->manifest().files_size(), 2);
  EXPECT_EQ(made->manifest().files(0).name(), "a.txt");
  EXPECT_EQ(made->manifest().files(0).media_type(), "text/plain");
  EXPECT_EQ(made->manifest().spec_json(), R"({"source":"notes"})");
  EXPECT_EQ(made->manifest().spec_type(), "widthlab.artifact.v1.ImportSpec");
  EXPECT_EQ(made->cache_key(), "");
  EXPECT_THAT(ReadFile(store_, *made, "b/two.txt"), IsOkAndHolds("second half"));
}

TEST_F(TextImportTest, TheIdDependsOnDocumentsAndNameAlone) {
  const auto once = Import({Message("a", "1", "x/notes"), Message("b", "23")});
  const auto again = Import({Message("b", "2", "notes"), Message("", "3"), Message("a", "1")});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->id(), once->id());
  EXPECT_NE(Import({Message("a", "1", "other"), Message("b", "23")})->id(), once->id());
  EXPECT_NE(Import({Message("a", "1", "notes"), Message("c", "23")})->id(), once->id());
}

TEST_F(TextImportTest, NamesTheDocumentThatIsNoText) {
  const auto fails = [&](const std::vector<ImportTextRequest>& messages, const char* words) {
    EXPECT_THAT(Import(messages), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(words)));
    EXPECT_THAT(Import(messages), FailsOnField("path"));
  };
  fails({}, "the text is empty");
  fails({Message("", "bytes first")}, "the document that the first bytes belong to");
  fails({Message("a.txt", "x"), Message("empty.txt", "")}, "document empty.txt is empty");
  fails({Message("empty.txt", ""), Message("a.txt", "x")}, "document empty.txt is empty");
  fails({Message("a.bin", std::string("x\0y", 3))}, "document a.bin is not text: it has NUL");
  fails({Message("latin1.txt", "caf\xe9 x")}, "document latin1.txt is not UTF-8");
  fails({Message("cut.txt", "caf\xc3")}, "document cut.txt is not UTF-8 text: it ends inside");
  fails({Message("a", "x"), Message("a", "y")}, "document a was sent twice");
  for (const char* path : {"/etc/passwd", "../a", "a//b", "a/"}) {
    fails({Message(path, "x")}, "a relative path");
  }
  EXPECT_TRUE(store_.List({})->artifacts.empty());
}

TEST_F(TextImportTest, ACharacterMayBeCutBetweenMessages) {
  const auto made = Import({Message("a", "caf\xc3"), Message("", "\xa9")});
  ASSERT_THAT(made, IsOk());
  EXPECT_THAT(ReadFile(store_, *made, "a"), IsOkAndHolds("café"));
}

TEST_F(TextImportTest, ANamelessImportIsCalledText) {
  EXPECT_EQ(Import({Message("a", "x")})->manifest().spec_json(), R"({"source":"text"})");
  EXPECT_EQ(Import({Message("a", "x", "/")})->manifest().spec_json(), R"({"source":"text"})");
  EXPECT_THAT(Import({Message("a", "x", "one"), Message("b", "x", "two")}), FailsOnField("source"));
}

}  // namespace
}  // namespace widthlab::orchestrator
