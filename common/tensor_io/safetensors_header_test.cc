#include "common/tensor_io/safetensors_header.h"

#include <ostream>
#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::string LengthBytes(uint64_t length) {
  std::string bytes(8, '\0');
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(length >> (8 * i));
  return bytes;
}

// A file with this header and a payload of `payload` zero bytes.
std::string File(const std::string& json, size_t payload) {
  return LengthBytes(json.size()) + json + std::string(payload, '\0');
}

std::string RuleOf(const std::string& file) {
  const auto header = ParseSafetensorsHeader(file, "bad.safetensors");
  if (header.ok()) return "accepted";
  const auto facts = FactsOf(header.status());
  if (!facts.has_value()) return "no facts";
  EXPECT_EQ(facts->reason, "BAD_SAFETENSORS");
  EXPECT_EQ(facts->field, "bad.safetensors");
  return facts->metadata.at("rule");
}

TEST(SafetensorsHeaderTest, ReadsTensorsAndMetadata) {
  const std::string json = R"({"__metadata__":{"format":"pt"},)"
                           R"("b":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                           R"("a":{"dtype":"BF16","shape":[],"data_offsets":[24,26]}}  )";
  const auto header = ParseSafetensorsHeader(File(json, 26), "good");
  ASSERT_THAT(header, IsOk());
  EXPECT_EQ(header->payload_begin, 8 + json.size());
  EXPECT_THAT(header->metadata, ElementsAre(Pair("format", "pt")));
  ASSERT_EQ(header->tensors.size(), 2u);
  const TensorInfo& b = header->tensors.at("b");
  EXPECT_EQ(b.dtype, DType::kF32);
  EXPECT_THAT(b.shape, ElementsAre(2, 3));
  EXPECT_EQ(b.element_count(), 6);
  EXPECT_EQ(b.ShapeText(), "[2, 3]");
  EXPECT_EQ(header->tensors.at("a").element_count(), 1);
}

TEST(SafetensorsHeaderTest, AcceptsEmptyFilesAndEmptyTensors) {
  EXPECT_EQ(RuleOf(File("{}", 0)), "accepted");
  EXPECT_EQ(RuleOf(File(R"({"a":{"dtype":"F32","shape":[0,5],"data_offsets":[0,0]},)"
                        R"("b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})",
                        2)),
            "accepted");
}

TEST(SafetensorsHeaderTest, ErrorsNameFileTensorAndRule) {
  const auto header = ParseSafetensorsHeader(
      File(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4), "m.safetensors");
  ASSERT_THAT(header, StatusIs(absl::StatusCode::kInvalidArgument,
                               HasSubstr("m.safetensors: tensor w: data_offsets [0, 4] hold 4 "
                                         "bytes, but F32 [2] needs 8 (rule offsets)")));
  EXPECT_EQ(FactsOf(header.status())->metadata.at("tensor"), "w");
}

struct BadFile {
  std::string name;
  std::string rule;
  std::string bytes;
};

void PrintTo(const BadFile& file, std::ostream* out) { *out << file.name; }

std::string Entry(const std::string& fields) { return "{\"w\":{" + fields + "}}"; }

std::string Repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

std::vector<BadFile> BadFiles() {
  const std::string good = R"("dtype":"U8","shape":[4],"data_offsets":[0,4])";
  return {
      {"Empty", "header_length", ""},
      {"SevenBytes", "header_length", "1234567"},
      {"LengthBeyondFile", "header_length", LengthBytes(100) + "{}"},
      {"LengthWraps", "header_length", LengthBytes(~uint64_t{0}) + "{}"},
      {"LengthOverCap", "header_length", LengthBytes(100'000'001) + "{}"},
      {"NoHeader", "header_start", File("", 0)},
      {"SpaceFirst", "header_start", File(" {}", 0)},
      {"ByteOrderMark", "header_start", File("\xef\xbb\xbf{}", 0)},
      {"List", "header_start", File("[]", 0)},
      {"CutShort", "json", File("{\"w\":{", 0)},
      {"TextAfterObject", "json", File("{}x", 0)},
      {"ZeroPadding", "json", File(std::string("{}\0\0", 4), 0)},
      {"InvalidUtf8", "json", File("{\"\xff\":{}}", 0)},
      {"TwoObjects", "json", File("{}{}", 0)},
      {"DeepList", "json_depth", File("{\"w\":" + Repeat("[", 100000), 0)},
      {"DeepObject", "json_depth", File(Repeat("{\"a\":", 9) + "1" + Repeat("}", 9), 0)},
      {"TensorIsNumber", "structure", File(R"({"w":3})", 0)},
      {"TensorIsNull", "structure", File(R"({"w":null})", 0)},
      {"MissingOffsets", "structure", File(Entry(R"("dtype":"U8","shape":[0])"), 0)},
      {"UnknownKey", "structure", File(Entry(good + R"(,"stride":[1])"), 4)},
      {"NestedShape", "structure",
       File(Entry(R"("dtype":"U8","shape":[[4]],"data_offsets":[0,4])"), 4)},
      {"NegativeDimension", "structure",
       File(Entry(R"("dtype":"U8","shape":[-4],"data_offsets":[0,4])"), 4)},
      {"FractionalDimension", "structure",
       File(Entry(R"("dtype":"U8","shape":[4.0],"data_offsets":[0,4])"), 4)},
      {"TextDimension", "structure",
       File(Entry(R"("dtype":"U8","shape":["4"],"data_offsets":[0,4])"), 4)},
      {"ThreeOffsets", "structure",
       File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[0,4,8])"), 4)},
      {"OneOffset", "structure", File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[0])"), 4)},
      {"MetadataIsNumber", "structure", File(R"({"__metadata__":{"a":1}})", 0)},
      {"MetadataIsText", "structure", File(R"({"__metadata__":"a"})", 0)},
      {"SameTensorTwice", "duplicate_key", File("{\"w\":{" + good + "},\"w\":{" + good + "}}", 4)},
      {"SameKeyTwice", "duplicate_key", File(Entry(good + R"(,"dtype":"U8")"), 4)},
      {"SameMetadataTwice", "duplicate_key", File(R"({"__metadata__":{"a":"1","a":"2"}})", 0)},
      {"MetadataTwice", "duplicate_key", File(R"({"__metadata__":{},"__metadata__":{}})", 0)},
      {"UnknownType", "dtype", File(Entry(R"("dtype":"F4","shape":[4],"data_offsets":[0,4])"), 4)},
      {"TypeInLowerCase", "dtype",
       File(Entry(R"("dtype":"u8","shape":[4],"data_offsets":[0,4])"), 4)},
      {"ManyDimensions", "rank",
       File(Entry(R"("dtype":"U8","shape":[)" + Repeat("1,", 64) + R"(1],"data_offsets":[0,1])"),
            1)},
      {"DimensionOver63Bits", "shape_overflow",
       File(Entry(R"("dtype":"U8","shape":[18446744073709551615],"data_offsets":[0,4])"), 4)},
      {"ProductOverflows", "shape_overflow",
       File(Entry(R"("dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0])"), 0)},
      {"BytesOverflow", "shape_overflow",
       File(Entry(R"("dtype":"F64","shape":[2305843009213693952],"data_offsets":[0,0])"), 0)},
      {"OverflowHiddenByZero", "shape_overflow",
       File(Entry(R"("dtype":"U8","shape":[4294967296,4294967296,0],"data_offsets":[0,0])"), 0)},
      {"OffsetsBackwards", "offsets",
       File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[4,0])"), 4)},
      {"OffsetsBeyondPayload", "offsets",
       File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[0,4])"), 3)},
      {"HugeOffset", "offsets",
       File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[18446744073709551612,0])"), 4)},
      {"SizeMismatch", "offsets",
       File(Entry(R"("dtype":"U16","shape":[4],"data_offsets":[0,4])"), 4)},
      {"GapAtStart", "contiguous",
       File(Entry(R"("dtype":"U8","shape":[4],"data_offsets":[1,5])"), 5)},
      {"BytesLeftOver", "contiguous", File(Entry(good), 5)},
      {"Overlap", "contiguous",
       File("{\"v\":{" + good + R"(},"w":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})", 6)},
      {"Gap", "contiguous",
       File("{\"v\":{" + good + R"(},"w":{"dtype":"U8","shape":[4],"data_offsets":[5,9]}})", 9)},
      {"PayloadWithoutTensors", "contiguous", File("{}", 1)},
  };
}

class BadFileTest : public testing::TestWithParam<BadFile> {};

TEST_P(BadFileTest, IsRefusedByItsRule) { EXPECT_EQ(RuleOf(GetParam().bytes), GetParam().rule); }

INSTANTIATE_TEST_SUITE_P(Hostile, BadFileTest, testing::ValuesIn(BadFiles()),
                         [](const auto& info) { return info.param.name; });

// Whatever one byte does to a good file, the answer is a header inside the file or an error.
TEST(SafetensorsHeaderTest, NoSingleByteChangeEscapesTheChecks) {
  const std::string good =
      File(R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
           R"("b":{"dtype":"I64","shape":[1],"data_offsets":[24,32]}})",
           32);
  for (size_t i = 0; i < good.size() - 32; ++i) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = good;
      changed[i] = static_cast<char>(value);
      const auto header = ParseSafetensorsHeader(changed, "changed");
      if (!header.ok()) continue;
      for (const auto& [name, tensor] : header->tensors) {
        ASSERT_LE(header->payload_begin + tensor.end, changed.size());
        ASSERT_EQ(tensor.end - tensor.begin,
                  static_cast<uint64_t>(tensor.element_count()) * DTypeSize(tensor.dtype));
      }
    }
  }
}

TEST(SafetensorsHeaderTest, NoShorterFileIsAccepted) {
  const std::string good = File(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8);
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(RuleOf(good.substr(0, size)), "accepted") << size;
  }
}

}  // namespace
}  // namespace widthlab::tensor_io
