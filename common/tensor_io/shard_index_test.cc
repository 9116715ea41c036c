#include "common/tensor_io/shard_index.h"

#include <string>
#include <utility>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ShardIndexTest, ReadsTheMapAndNothingElse) {
  const auto index = ParseShardIndex(
      R"({"metadata": {"total_size": -7, "more": [1, {"weight_map": "no"}]}, "other": [null],
          "weight_map": {"b": "two.safetensors", "a": "one.safetensors"}})",
      "x");
  ASSERT_THAT(index, IsOk());
  EXPECT_THAT(index->files,
              ElementsAre(Pair("a", "one.safetensors"), Pair("b", "two.safetensors")));
}

TEST(ShardIndexTest, RefusesWithTheRule) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "json"},
      {"[]", "structure"},
      {"7", "structure"},
      {"{}", "structure"},
      {R"({"weight_map": {}})", "structure"},
      {R"({"weight_map": []})", "structure"},
      {R"({"weight_map": "a.safetensors"})", "structure"},
      {R"({"weight_map": {"a": 1}})", "structure"},
      {R"({"weight_map": {"a": null}})", "structure"},
      {R"({"weight_map": {"a": ["a.safetensors"]}})", "structure"},
      {R"({"weight_map": {"a": {"b": "a.safetensors"}}})", "structure"},
      {R"({"metadata": {"weight_map": {"a": "a.safetensors"}}})", "structure"},
      {R"({"weight_map": {"a": "a.safetensors", "a": "b.safetensors"}})", "duplicate_key"},
      {R"({"weight_map": {"a": "a.safetensors"}, "weight_map": {}})", "duplicate_key"},
      {R"({"weight_map": {"a": "../a.safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": "/etc/a.safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": "b/a.safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": "..\\a.safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": "a\u0000.safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": ".safetensors"}})", "file_name"},
      {R"({"weight_map": {"a": "passwd"}})", "file_name"},
      {R"({"weight_map": {"a": ""}})", "file_name"},
      {R"({"weight_map": {"a": "a.safetensors"})", "json"},
      {R"({"weight_map": {"a": "a.safetensors"}} x)", "json"},
      {std::string(100, '{'), "json_depth"},
      {std::string("{\"weight_map\": {\"a\": \"a.safetensors\"}}\0", 40), "json"},
  };
  for (const auto& [json, rule] : cases) {
    const auto index = ParseShardIndex(json, "/m/index");
    ASSERT_THAT(index, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/m/index"))) << json;
    EXPECT_EQ(FactsOf(index.status())->metadata.at("rule"), rule) << json << index.status();
  }
}

TEST(ShardIndexTest, NamesTheTensor) {
  EXPECT_THAT(ParseShardIndex(R"({"weight_map": {"model.norm": "../../secret"}})", "i"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("tensor model.norm: is said "
                                                                     "to be in \"../../secret\"")));
}

}  // namespace
}  // namespace widthlab::tensor_io
