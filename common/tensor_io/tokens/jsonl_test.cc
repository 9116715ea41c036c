#include "common/tensor_io/tokens/jsonl.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// "LINE: TEXT", or "LINE: [ids]".
absl::Status Read(const std::string& bytes, const std::string& field,
                  std::vector<std::string>& documents) {
  return ReadJsonl(bytes, "data.jsonl", field, [&](JsonlDocument document) {
    std::string shown = std::to_string(document.line) + ": ";
    if (const auto* text = std::get_if<std::string>(&document.content)) {
      shown += *text;
    } else {
      shown += "[";
      for (const uint32_t id : std::get<std::vector<uint32_t>>(document.content)) {
        shown += std::to_string(id) + ",";
      }
      shown += "]";
    }
    documents.push_back(shown);
    return absl::OkStatus();
  });
}

absl::Status Fails(const std::string& bytes, const std::string& field = "") {
  std::vector<std::string> documents;
  return Read(bytes, field, documents);
}

TEST(JsonlTest, TextsAndIdsAreDocumentsAndBlankLinesAreNone) {
  std::vector<std::string> documents;
  ASSERT_THAT(Read("{\"text\": \"one\\n\\u00fc\"}\n"
                   " \t\r\n"
                   "\n"
                   "{\"meta\": {\"a\": [1]}, \"input_ids\": [1, 4294967295]}\r\n"
                   "{\"tokens\": []}\n"
                   "{\"text\": \"\", \"tokens\": [1]}",
                   "", documents),
              IsOk());
  EXPECT_THAT(documents, ElementsAre("1: one\n\u00fc", "4: [1,4294967295,]", "5: []", "6: "));
}

TEST(JsonlTest, AFieldOfAnotherNameIsReadWhereItIsAskedFor) {
  std::vector<std::string> documents;
  ASSERT_THAT(
      Read("{\"text\": \"no\", \"content\": \"yes\"}\n{\"content\": [3]}", "content", documents),
      IsOk());
  EXPECT_THAT(documents, ElementsAre("1: yes", "2: [3,]"));
  EXPECT_THAT(Fails("{\"content\": \"a\"}\n{\"text\": \"b\"}", "content"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("data.jsonl: line 2 has no field \"content\" (rule field)")));
}

TEST(JsonlTest, BadLinesAreNamed) {
  const auto breaks = [](const std::string& rule, const std::string& words) {
    return StatusIs(absl::StatusCode::kInvalidArgument,
                    testing::AllOf(HasSubstr(words), HasSubstr("(rule " + rule + ")")));
  };
  EXPECT_THAT(Fails(""), breaks("empty", "no line with a document"));
  EXPECT_THAT(Fails("\n \n"), breaks("empty", "no line with a document"));
  EXPECT_THAT(Fails("{\"text\": \"a\"}\n{\"text\": \"b\""), breaks("json", "line 2 is not JSON"));
  EXPECT_THAT(Fails("{\"text\": \"\xff\"}"), breaks("json", "line 1 is not JSON in UTF-8"));
  EXPECT_THAT(Fails("[1, 2]"), breaks("json", "line 1 is no object"));
  EXPECT_THAT(Fails("\n\"text\""), breaks("json", "line 2 is no object"));
  EXPECT_THAT(Fails("{\"other\": 1}"),
              breaks("field", "none of the fields text, input_ids and tokens"));
  EXPECT_THAT(Fails("{\"text\": 7}"), breaks("field", "neither a text nor a list"));
  EXPECT_THAT(Fails("{\"text\": null}"), breaks("field", "neither a text nor a list"));
  EXPECT_THAT(Fails("{\"input_ids\": [[1]]}"), breaks("id", "has [1] as id 0"));
  EXPECT_THAT(Fails("{\"input_ids\": [1, -1]}"), breaks("id", "has -1 as id 1"));
  EXPECT_THAT(Fails("{\"input_ids\": [1.5]}"), breaks("id", "has 1.5 as id 0"));
  EXPECT_THAT(Fails("{\"input_ids\": [4294967296]}"), breaks("id", "has 4294967296 as id 0"));
  EXPECT_THAT(Fails("{\"text\": " + std::string(100'000, '[')),
              breaks("json_depth", "nests deeper"));
}

TEST(JsonlTest, TheFormAloneCanBeChecked) {
  const auto fine = [] { return absl::OkStatus(); };
  EXPECT_THAT(CheckJsonl("{\"content\": 1}\n\n{}", "data.jsonl", fine), IsOk());
  EXPECT_THAT(CheckJsonl("{}\n[]", "data.jsonl", fine),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 2 is no object")));
  EXPECT_THAT(CheckJsonl("\n", "data.jsonl", fine),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("(rule empty)")));
  EXPECT_THAT(CheckJsonl("{}", "data.jsonl", [] { return absl::CancelledError("enough"); }),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(JsonlTest, AnErrorOfTheTakerEndsTheReading) {
  int taken = 0;
  const absl::Status status = ReadJsonl("{\"text\": \"a\"}\n{\"text\": \"b\"}", "data.jsonl", "",
                                        [&taken](const JsonlDocument&) {
                                          ++taken;
                                          return absl::CancelledError("enough");
                                        });
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kCancelled));
  EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace widthlab::tensor_io
