// Reads the vectors of docs/formats/canonical_json.md.
#include "common/spec/canonical_json.h"

#include <bit>
#include <charconv>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "common/spec/known_types.h"
#include "common/spec/number_text.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/options/v1/options.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::spec {
namespace {

// A fenced block of the page: what stands behind the fence, and the lines inside.
struct Block {
  std::string info = {};
  std::vector<std::string> lines = {};
};

std::vector<Block> ReadPage() {
  std::vector<Block> blocks;
  std::ifstream page("docs/formats/canonical_json.md");
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (absl::StartsWith(line, "```")) {
      inside = !inside;
      if (inside) blocks.push_back({.info = line.substr(3)});
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

std::unique_ptr<google::protobuf::Message> MessageOf(const std::string& type) {
  const google::protobuf::Message* const prototypes[] = {
      &artifact::v1::Artifact::default_instance(),    &artifact::v1::Provenance::default_instance(),
      &geometry::v1::MeasureSpec::default_instance(), &geometry::v1::WorkCurve::default_instance(),
      &google::protobuf::Any::default_instance(),     &job::v1::Job::default_instance(),
      &schedule::v1::ScheduleSpec::default_instance()};
  for (const auto* prototype : prototypes) {
    if (prototype->GetDescriptor()->full_name() == type) {
      return std::unique_ptr<google::protobuf::Message>(prototype->New());
    }
  }
  return nullptr;
}

TEST(CanonicalJsonTest, NumbersAreThoseOfThePage) {
  int count = 0;
  for (const Block& block : ReadPage()) {
    if (block.info != "numbers") continue;
    for (const std::string& line : block.lines) {
      uint64_t bits = 0;
      std::from_chars(line.data(), line.data() + 16, bits, 16);
      EXPECT_EQ(NumberText(std::bit_cast<double>(bits)), line.substr(17)) << line;
      ++count;
    }
  }
  EXPECT_GE(count, 30);
}

TEST(CanonicalJsonTest, MessagesAreThoseOfThePage) {
  int count = 0;
  for (const Block& block : ReadPage()) {
    if (!absl::StartsWith(block.info, "message ")) continue;
    ++count;
    const auto message = MessageOf(block.info.substr(8));
    ASSERT_NE(message, nullptr) << block.info;
    ASSERT_EQ(block.lines.size(), 2u);
    const absl::Status read = ParseJson(block.lines[0], *message);
    if (block.lines[1] == "error") {
      EXPECT_THAT(read, StatusIs(absl::StatusCode::kInvalidArgument)) << block.lines[0];
      continue;
    }
    ASSERT_THAT(read, IsOk()) << block.lines[0];
    EXPECT_EQ(CanonicalJson(*message), block.lines[1]);
  }
  EXPECT_EQ(count, 11);
}

TEST(CanonicalJsonTest, ReadingTheCanonicalFormGivesItAgain) {
  for (const Block& block : ReadPage()) {
    if (!absl::StartsWith(block.info, "message ") || block.lines[1] == "error") continue;
    const auto message = MessageOf(block.info.substr(8));
    ASSERT_THAT(ParseJson(block.lines[1], *message), IsOk());
    EXPECT_EQ(CanonicalJson(*message), block.lines[1]);
  }
}

TEST(CanonicalJsonTest, UnknownEnumValuesKeepTheirNumber) {
  artifact::v1::Manifest manifest;
  manifest.set_kind(static_cast<artifact::v1::ArtifactKind>(99));
  EXPECT_THAT(CanonicalJson(manifest), testing::HasSubstr("\"kind\":99"));
}

TEST(CanonicalJsonTest, AnUnknownPackedTypeIsKeptAsBytes) {
  google::protobuf::Any any;
  any.set_type_url("type.googleapis.com/unknown.Type");
  any.set_value("\x01\x02");
  const std::string json = CanonicalJson(any);
  EXPECT_EQ(json, R"({"@type":"type.googleapis.com/unknown.Type","value":"AQI="})");
  google::protobuf::Any read;
  ASSERT_THAT(ParseJson(json, read), IsOk());
  EXPECT_EQ(read.value(), "\x01\x02");
}

TEST(CanonicalJsonTest, MapsDoNotDependOnTheOrderOfInsertion) {
  artifact::v1::Provenance forth;
  artifact::v1::Provenance back;
  for (int i = 0; i < 200; ++i) (*forth.mutable_measurements())[std::to_string(i)] = i;
  for (int i = 199; i >= 0; --i) (*back.mutable_measurements())[std::to_string(i)] = i;
  EXPECT_EQ(CanonicalJson(forth), CanonicalJson(back));
}

}  // namespace
}  // namespace widthlab::spec
