#include "common/tokenizer/end_tokens.h"

#include <fstream>
#include <string>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tokenizer {
namespace {

using ::testing::ElementsAre;

absl::StatusOr<std::vector<int64_t>> OfConfig(const std::string& config) {
  const artifact::TemporaryFolder folder;
  const std::string path = folder.path() + "/config.json";
  std::ofstream(path) << config;
  return EndTokens({.label = "model", .paths = {{"config.json", path}}});
}

TEST(EndTokensTest, AConfigurationNamesOneIdOrSeveralOrNone) {
  EXPECT_THAT(OfConfig(R"({"eos_token_id": 50256})"), IsOkAndHolds(ElementsAre(50256)));
  EXPECT_THAT(OfConfig(R"({"eos_token_id": [128001, 128009]})"),
              IsOkAndHolds(ElementsAre(128001, 128009)));
  EXPECT_THAT(OfConfig(R"({"eos_token_id": null})"), IsOkAndHolds(ElementsAre()));
  EXPECT_THAT(OfConfig("{}"), IsOkAndHolds(ElementsAre()));
  EXPECT_THAT(OfConfig(R"({"eos_token_id": "</s>"})"), FailsOnField("eos_token_id"));
  EXPECT_THAT(OfConfig("[]"), FailsOnField("config.json"));
}

TEST(EndTokensTest, AGgufNamesIts) {
  const artifact::TemporaryFolder folder;
  const std::string path = folder.path() + "/m.gguf";
  tensor_io::GgufBuilder gguf;
  gguf.Uint32("tokenizer.ggml.eos_token_id", 2);
  std::ofstream(path, std::ios::binary) << gguf.Build();
  EXPECT_THAT(EndTokens({.label = "m", .paths = {{"m.gguf", path}}, .gguf = "m.gguf"}),
              IsOkAndHolds(ElementsAre(2)));
}

}  // namespace
}  // namespace widthlab::tokenizer
