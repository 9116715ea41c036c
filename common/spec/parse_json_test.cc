#include <string>

#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::spec {
namespace {

using ::testing::HasSubstr;
using Code = absl::StatusCode;

absl::Status Read(std::string_view json) {
  geometry::v1::MeasureSpec spec;
  return ParseJson(json, spec);
}

TEST(ParseJsonTest, ReadsWhatPeopleWrite) {
  training::v1::TrainSpec spec;
  ASSERT_THAT(ParseJson(R"( {"steps": 1e3, "learning_rate": "0.5", "seed": "7",
                            "architecture": {"ffn_widths": [64, 128], "tiedEmbeddings": true},
                            "precision": "bfloat16", "shards": null} )",
                        spec),
              IsOk());
  EXPECT_EQ(spec.steps(), 1000);
  EXPECT_EQ(spec.learning_rate(), 0.5);
  EXPECT_EQ(spec.seed(), 7u);
  EXPECT_EQ(spec.architecture().ffn_widths_size(), 2);
  EXPECT_TRUE(spec.architecture().tied_embeddings());
  EXPECT_EQ(spec.precision(), training::v1::PRECISION_BFLOAT16);
  EXPECT_FALSE(spec.has_shards());
}

TEST(ParseJsonTest, ReplacesWhatTheMessageHeld) {
  geometry::v1::MeasureSpec spec;
  spec.set_seed(3);
  ASSERT_THAT(ParseJson("{}", spec), IsOk());
  EXPECT_FALSE(spec.has_seed());
}

TEST(ParseJsonTest, NamesAnUnknownKeyAndThoseThatThereAre) {
  EXPECT_THAT(Read(R"({"radius": 1})"), FailsOnField("radius"));
  EXPECT_THAT(Read(R"({"radius": 1})"),
              StatusIs(Code::kInvalidArgument, HasSubstr("random_starts")));
}

TEST(ParseJsonTest, NamesThePlaceOfAWrongType) {
  EXPECT_THAT(Read(R"({"random_starts": "four"})"), FailsOnField("random_starts"));
  EXPECT_THAT(Read(R"({"random_starts": 1.5})"), FailsOnField("random_starts"));
  EXPECT_THAT(Read(R"({"random_starts": 3000000000})"), FailsOnField("random_starts"));
  EXPECT_THAT(Read(R"({"random_starts": true})"), FailsOnField("random_starts"));
  EXPECT_THAT(Read(R"({"activations": 1})"), FailsOnField("activations"));
  EXPECT_THAT(Read(R"({"geometries": "RAW"})"), FailsOnField("geometries"));
  EXPECT_THAT(Read(R"({"geometries": ["RAW", "FLAT"]})"), FailsOnField("geometries[1]"));
  EXPECT_THAT(Read(R"({"geometries": [null]})"), FailsOnField("geometries[0]"));
  EXPECT_THAT(Read(R"({"seed": -1})"), FailsOnField("seed"));
  EXPECT_THAT(Read(R"([])"), StatusIs(Code::kInvalidArgument, HasSubstr("an object")));
  geometry::v1::WorkCurve curve;
  EXPECT_THAT(ParseJson(R"({"layers": [{}, {"mean": "much"}]})", curve),
              FailsOnField("layers[1].mean"));
}

TEST(ParseJsonTest, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "{\"seed\": 01}", "{'seed': 1}", "{\"seed\": 1,}", "{} {}",
                           "{\"seed\": NaN}", "{\"hyperbolic_radius\": 1e400}", "\xff",
                           "{\"activations\": \"\xff\"}", "{\"activations\": \"\\ud800\"}"}) {
    EXPECT_THAT(Read(text), StatusIs(Code::kInvalidArgument)) << text;
  }
}

TEST(ParseJsonTest, StopsAtAHundredLevels) {
  EXPECT_THAT(Read(std::string(101, '[') + std::string(101, ']')),
              StatusIs(Code::kInvalidArgument, HasSubstr("100 levels")));
  // Large and deep, but refused as soon as the limit is passed.
  EXPECT_THAT(Read(std::string(10'000'000, '[')),
              StatusIs(Code::kInvalidArgument, HasSubstr("100 levels")));
}

TEST(ParseJsonTest, SurvivesEveryTruncationAndFlippedByte) {
  artifact::v1::Artifact artifact;
  artifact.mutable_manifest()->add_files()->set_name("profile.json");
  (*artifact.mutable_labels())["colour"] = "blue";
  artifact.mutable_provenance()->mutable_start_time()->set_seconds(1);
  const std::string json = CanonicalJson(artifact);
  for (size_t i = 0; i < json.size(); ++i) {
    artifact::v1::Artifact read;
    EXPECT_FALSE(ParseJson(json.substr(0, i), read).ok());
    for (const char byte : {'\0', '"', '{', '}', '[', ',', ':', '9', '\xff'}) {
      std::string changed = json;
      changed[i] = byte;
      if (ParseJson(changed, read).ok()) {
        artifact::v1::Artifact again;
        EXPECT_THAT(ParseJson(CanonicalJson(read), again), IsOk());
      }
    }
  }
}

}  // namespace
}  // namespace widthlab::spec
