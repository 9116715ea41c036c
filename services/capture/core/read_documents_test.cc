#include "services/capture/core/read_documents.h"

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "common/tensor_io/tokens/token_format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/input_format.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {
namespace {

using tensor_io::BytesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int64_t>;

class ReadDocumentsTest : public testing::Test {
 protected:
  ReadDocumentsTest() {
    architecture_.model_type = "widthlab";
    architecture_.vocab_size = 300;
    const std::string path = folder_.path() + "/config.json";
    std::ofstream(path) << R"({"eos_token_id": [299, 298]})";
    files_ = {.label = "model", .paths = {{"config.json", path}}};
  }

  // A text of these files.
  std::string Add(const std::vector<std::pair<std::string, std::string>>& files,
                  const std::string& media_type = "application/octet-stream") {
    artifact::ArtifactBuilder builder(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
    for (const auto& [name, bytes] : files) {
      EXPECT_THAT(builder.AddFile(name, media_type, bytes), IsOk());
    }
    const auto artifact = builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"});
    EXPECT_THAT(artifact, IsOk());
    return artifact->id();
  }

  absl::StatusOr<std::unique_ptr<Documents>> Open(const std::string& text,
                                                  const std::string& format,
                                                  const std::string& field = "") {
    return ReadDocuments({.text = text, .format = format, .field = field}, files_, architecture_,
                         store_);
  }

  std::vector<Ids> Read(const std::string& text, const std::string& format,
                        const std::string& field = "") {
    const auto documents = Open(text, format, field);
    EXPECT_THAT(documents, IsOk());
    std::vector<Ids> all;
    if (!documents.ok()) return all;
    for (int64_t i = 0; i < (*documents)->count(); ++i) {
      (*documents)->Append(i, 0, (*documents)->Size(i), all.emplace_back());
    }
    EXPECT_THAT((*documents)->CheckUnchanged(), IsOk());
    return all;
  }

  artifact::TemporaryFolder folder_;
  artifact::InMemoryArtifactStore store_;
  architecture::Architecture architecture_;
  model::ModelFiles files_;
};

TEST_F(ReadDocumentsTest, TheSameIdsComeOutOfEveryFormat) {
  const std::vector<Ids> wanted = {{1, 2, 299}, {3, 4}};
  EXPECT_EQ(Read(Add({{"ids.json", R"({"input_ids": [[1, 2, 299], [3, 4]]})"}}), "token_ids"),
            wanted);
  const std::string ids = BytesOf<uint16_t>({1, 2, 299, 3, 4});
  EXPECT_EQ(Read(Add({{"a.bin", ids}}), "nanogpt"), wanted);
  EXPECT_EQ(Read(Add({{"a.bin", BytesOf<uint32_t>({1, 2, 299, 3, 4})}}), "nanogpt_u32"), wanted);
  EXPECT_EQ(
      Read(Add({{"a.bin", ids}, {"a.idx", tensor_io::MegatronBytes{.sizes = {3, 2}}.Index()}}),
           "megatron"),
      wanted);
  EXPECT_EQ(Read(Add({{"a.jsonl", "{\"input_ids\": [1, 2, 299]}\n{\"tokens\": [3, 4]}"}}), "jsonl"),
            wanted);
  // One file each, as no document of 300 ids begins with llm.c's.
  EXPECT_EQ(Read(Add({{"a.bin", tensor_io::LlmCBytes({1, 2, 299})},
                      {"b.bin", tensor_io::LlmCBytes({3, 4})}}),
                 "llm_c"),
            wanted);
}

TEST_F(ReadDocumentsTest, DocumentsOfSeveralShardsAreCalledByTheirShard) {
  const std::string text =
      Add({{"a.bin", BytesOf<uint16_t>({1, 298, 2})}, {"b.bin", BytesOf<uint16_t>({3, 4, 5})}});
  const auto documents = Open(text, "nanogpt");
  ASSERT_THAT(documents, IsOk());
  ASSERT_EQ((*documents)->count(), 3);
  EXPECT_EQ((*documents)->Path(1), "a.bin");
  EXPECT_EQ((*documents)->Path(2), "b.bin");
  Ids ids = {7};
  (*documents)->Append(2, 1, 2, ids);
  EXPECT_THAT(ids, ElementsAre(7, 4, 5));
}

TEST_F(ReadDocumentsTest, LinesOfTextGoThroughTheTokenizer) {
  const std::string text =
      Add({{"a.jsonl", "{\"text\": \"Hi\"}\n{\"body\": \"no\", \"text\": \"\"}"}});
  EXPECT_EQ(Read(text, "jsonl"), (std::vector<Ids>{{256, 72, 105}, {256}}));
  EXPECT_THAT(Open(text, "jsonl", "body"), StatusIs(absl::StatusCode::kInvalidArgument,
                                                    HasSubstr("a.jsonl: line 1 has no field")));
}

TEST_F(ReadDocumentsTest, IdsOutsideTheVocabularyNameFileAndPlace) {
  EXPECT_THAT(Open(Add({{"a.bin", BytesOf<uint16_t>({1, 300})}}), "nanogpt"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("a.bin: token 1 has the id 300, outside the model's vocabulary")));
  EXPECT_THAT(
      Open(Add({{"a.jsonl", "{\"tokens\": [1, 300]}"}}), "jsonl"),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a.jsonl: line 1 has the id 300")));
}

TEST_F(ReadDocumentsTest, AnArtifactOfAnotherFormIsRefused) {
  EXPECT_THAT(Open(Add({{"a.txt", "plain text"}}), "llm_c"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a.txt: has 10 bytes")));
  EXPECT_THAT(Open(Add({{"a.bin", "abcd"}}), "megatron"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("a.bin: has no .idx")));
}

TEST_F(ReadDocumentsTest, TheFormatIsThatOfTheImportWhereTheSpecNamesNone) {
  const std::string shard =
      Add({{"a.bin", "ab"}}, tensor_io::TokenMediaType(tensor_io::TokenFormat::kNanoGpt));
  const std::string plain = Add({{"a.txt", "ab"}}, "text/plain");
  EXPECT_THAT(InputFormatOf(store_, shard, "", ""), IsOkAndHolds("nanogpt"));
  EXPECT_THAT(InputFormatOf(store_, shard, "token_ids", ""), IsOkAndHolds("token_ids"));
  EXPECT_THAT(InputFormatOf(store_, plain, "", ""), IsOkAndHolds(""));
  EXPECT_THAT(InputFormatOf(store_, plain, "jsonl", "body"), IsOkAndHolds("jsonl"));
  EXPECT_THAT(InputFormatOf(store_, plain, "json", ""), FailsOnField("input_format"));
  EXPECT_THAT(InputFormatOf(store_, plain, "", "body"), FailsOnField("input_field"));
  v1::CaptureSpec spec;
  spec.set_text(shard);
  EXPECT_THAT(FinishInputFormat(spec, store_), IsOk());
  EXPECT_EQ(spec.input_format(), "nanogpt");
}

}  // namespace
}  // namespace widthlab::capture
