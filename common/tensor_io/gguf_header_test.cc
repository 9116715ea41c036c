#include "common/tensor_io/gguf_header.h"

#include <functional>
#include <string>
#include <vector>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "common/tensor_io/gguf_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

GgufBuilder Small() {
  GgufBuilder gguf;
  gguf.Text("general.architecture", "llama").Uint32("llama.block_count", 2);
  gguf.Floats("a", {2, 3}, {0, 1, 2, 3, 4, 5}).Floats("b", {1}, {7});
  return gguf;
}

std::string RuleOf(const absl::Status& status) {
  const auto facts = FactsOf(status);
  return facts.has_value() && facts->metadata.count("rule") ? facts->metadata.at("rule") : "";
}

std::string RuleFor(const std::string& file) {
  const auto header = ParseGgufHeader(file, "/m/x.gguf");
  if (header.ok()) return "";
  EXPECT_EQ(header.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(header.status().message()), HasSubstr("/m/x.gguf"));
  return RuleOf(header.status());
}

TEST(GgufHeaderTest, ReadsValuesOfEveryKind) {
  GgufBuilder gguf;
  gguf.Raw("u8", GgufKind::kUint8, LittleEndian<uint8_t>(200))
      .Raw("i8", GgufKind::kInt8, LittleEndian<int8_t>(-3))
      .Raw("u16", GgufKind::kUint16, LittleEndian<uint16_t>(60000))
      .Raw("i16", GgufKind::kInt16, LittleEndian<int16_t>(-30000))
      .Uint32("u32", 4000000000u)
      .Raw("i32", GgufKind::kInt32, LittleEndian<int32_t>(-2000000000))
      .Raw("u64", GgufKind::kUint64, LittleEndian<uint64_t>(UINT64_MAX))
      .Raw("i64", GgufKind::kInt64, LittleEndian<int64_t>(INT64_MIN))
      .Float32("f32", 0.5f)
      .Raw("f64", GgufKind::kFloat64, LittleEndian(0.1))
      .Bool("yes", true)
      .Text("text", "Grüße")
      .Texts("texts", {"a", "", "bc"})
      .List<int32_t>("integers", GgufKind::kInt32, {1, -2})
      .List<uint8_t>("flags", GgufKind::kBool, {1, 0})
      .List<float>("numbers", GgufKind::kFloat32, {0.25f});
  const auto file = GgufFile::FromBytes(gguf.Build(), "x");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->Find("u8")->Integer(), 200);
  EXPECT_EQ(file->Find("i8")->Integer(), -3);
  EXPECT_EQ(file->Find("u16")->Integer(), 60000);
  EXPECT_EQ(file->Find("i16")->Integer(), -30000);
  EXPECT_EQ(file->Find("u32")->Integer(), 4000000000);
  EXPECT_EQ(file->Find("i32")->Integer(), -2000000000);
  EXPECT_EQ(file->Find("u64")->Integer(), std::nullopt);
  EXPECT_EQ(file->Find("u64")->Number(), 18446744073709551615.0);
  EXPECT_EQ(file->Find("i64")->Integer(), INT64_MIN);
  EXPECT_EQ(file->Find("f32")->Number(), 0.5);
  EXPECT_EQ(file->Find("f64")->Number(), 0.1);
  EXPECT_EQ(file->Find("yes")->Bool(), true);
  EXPECT_EQ(file->Find("text")->Text(), "Grüße");
  EXPECT_THAT(*file->Find("texts")->Texts(), ElementsAre("a", "", "bc"));
  EXPECT_THAT(*file->Find("integers")->Integers(), ElementsAre(1, -2));
  EXPECT_THAT(*file->Find("flags")->Integers(), ElementsAre(1, 0));
  EXPECT_THAT(*file->Find("numbers")->Numbers(), ElementsAre(0.25));
  EXPECT_EQ(file->Find("text")->Integer(), std::nullopt);
  EXPECT_EQ(file->Find("u8")->Text(), std::nullopt);
  EXPECT_EQ(file->Find("texts")->Integers(), std::nullopt);
  EXPECT_EQ(file->Find("flags")->Numbers(), std::nullopt);
  EXPECT_THAT(file->Integer("text"), StatusIs(absl::StatusCode::kInvalidArgument,
                                              HasSubstr("key text: is a text; wanted is a whole")));
  EXPECT_THAT(file->Text("none"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is missing")));
  EXPECT_THAT(file->Integer("none", 7), IsOkAndHolds(7));
  EXPECT_THAT(file->Bool("u8", true), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(GgufHeaderTest, FindsTensors) {
  const auto file = GgufFile::FromBytes(Small().Build(), "x");
  ASSERT_THAT(file, IsOk());
  const GgufTensor& a = file->tensors().at("a");
  EXPECT_THAT(a.shape, ElementsAre(2, 3));
  EXPECT_EQ(a.type->name, "F32");
  const float b = 7;
  EXPECT_EQ(file->BytesOf(file->tensors().at("b")), LittleEndian(b));
}

TEST(GgufHeaderTest, EveryTruncationIsRefused) {
  const std::string file = Small().Build();
  // The last 28 bytes are padding, which a file may lack.
  for (size_t size = 0; size + 28 < file.size(); ++size) {
    EXPECT_NE(RuleFor(file.substr(0, size)), "") << size;
  }
  EXPECT_EQ(RuleFor(file.substr(0, file.size() - 28)), "");
  EXPECT_EQ(RuleFor(file + "x"), "payload");
}

struct BadFile {
  const char* rule;
  std::string file;
};

TEST(GgufHeaderTest, RefusesWithTheRule) {
  const GgufBuilder small = Small();
  const auto with = [](const std::function<void(GgufBuilder&)>& change) {
    GgufBuilder gguf = Small();
    change(gguf);
    return gguf.Build();
  };
  const auto tensor = [&](std::vector<uint64_t> dimensions, uint32_t type, uint64_t offset = 64,
                          const std::string& name = "c") {
    return with([&](GgufBuilder& g) { g.RawTensor(name, dimensions, type, offset, ""); });
  };
  const auto list = [](uint32_t kind, uint64_t count) {
    return LittleEndian(kind) + LittleEndian(count);
  };
  std::string deep;
  for (int i = 0; i < 5; ++i) deep += list(9, 1);
  const uint64_t huge = uint64_t{1} << 62;
  const std::vector<BadFile> cases = {
      {"truncated", ""},
      {"truncated", "GGUF"},
      {"magic", small.Build(2, 2, 3, "GGML")},
      {"version", small.Build(2, 2, 1)},
      {"version", small.Build(2, 2, 2)},
      {"version", small.Build(2, 2, 4)},
      {"version", small.Build(2, 2, 0x03000000)},
      {"count", small.Build(uint64_t{1} << 63, 2)},
      {"count", small.Build(2, UINT64_MAX)},
      {"truncated", small.Build(1 << 20, 2)},
      {"truncated", small.Build(2, 1 << 16)},
      {"kind", with([](GgufBuilder& g) { g.Raw("k", static_cast<GgufKind>(13), "x"); })},
      {"kind", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, list(77, 0)); })},
      {"truncated", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, list(4, huge)); })},
      {"truncated", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, list(8, huge)); })},
      {"truncated", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, list(9, huge)); })},
      {"truncated", with([&](GgufBuilder& g) {
         g.Raw("k", GgufKind::kList, list(8, 2) + GgufText("a") + LittleEndian(UINT64_MAX));
       })},
      {"truncated", with([](GgufBuilder& g) {
         g.Raw("k", GgufKind::kText, LittleEndian<uint64_t>(1 << 30) + "abc");
       })},
      {"depth", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, deep); })},
      {"bool", with([](GgufBuilder& g) { g.Raw("k", GgufKind::kBool, "\x02"); })},
      {"bool", with([&](GgufBuilder& g) { g.Raw("k", GgufKind::kList, list(7, 2) + "\x01\xff"); })},
      {"key", with([](GgufBuilder& g) { g.Uint32("", 1); })},
      {"key", with([](GgufBuilder& g) { g.Uint32(std::string(65536, 'k'), 1); })},
      {"duplicate_key", with([](GgufBuilder& g) { g.Uint32("llama.block_count", 3); })},
      {"alignment", with([](GgufBuilder& g) { g.Uint32("general.alignment", 0); })},
      {"alignment", with([](GgufBuilder& g) { g.Uint32("general.alignment", 48); })},
      {"alignment", with([](GgufBuilder& g) { g.Uint32("general.alignment", 1u << 31); })},
      {"alignment", with([](GgufBuilder& g) { g.Text("general.alignment", "32"); })},
      {"alignment", with([](GgufBuilder& g) {
         g.Raw("general.alignment", GgufKind::kInt32, LittleEndian<int32_t>(-32));
       })},
      {"name", tensor({1}, 0, 64, "")},
      {"name", tensor({1}, 0, 64, std::string(65, 'n'))},
      {"duplicate_tensor",
       with([](GgufBuilder& g) { g.RawTensor("a", {1}, 0, 64, std::string(4, 'x')); })},
      {"rank", tensor({1, 1, 1, 1, 1}, 0)},
      {"shape", tensor({0}, 0)},
      {"shape", tensor({3, 0}, 0)},
      {"shape", tensor({31}, 2)},
      {"shape", tensor({255, 256}, 12)},
      {"shape", tensor({}, 8)},
      {"shape_overflow", tensor({huge, 4}, 0)},
      {"shape_overflow", tensor({UINT64_MAX}, 0)},
      {"shape_overflow", tensor({huge, 1}, 0)},
      {"type", tensor({32}, 4)},
      {"type", tensor({32}, 20)},
      {"type", tensor({1}, 28)},
      {"type", tensor({1}, 4000000000u)},
      {"contiguous", tensor({1}, 0, 0)},
      {"contiguous", tensor({1}, 0, 68)},
      {"contiguous", tensor({1}, 0, 96)},
      {"contiguous", tensor({1}, 0, UINT64_MAX)},
      {"payload", tensor({1000000}, 0)},
      {"payload", tensor({8}, 0)},
  };
  for (size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(RuleFor(cases[i].file), cases[i].rule) << "case " << i;
  }
}

TEST(GgufHeaderTest, ErrorsSayWhatIsWrongWhere) {
  GgufBuilder gguf;
  gguf.RawTensor("blk.0.ffn_up.weight", {256, 2}, 23, 0, "");
  EXPECT_THAT(ParseGgufHeader(gguf.Build(), "/m/x.gguf"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("/m/x.gguf: tensor blk.0.ffn_up.weight: is IQ4_XS, which cannot "
                                 "be read; types are F32")));
}

TEST(GgufHeaderTest, OtherAlignmentsMoveTheTensors) {
  GgufBuilder gguf;
  gguf.Uint32("general.alignment", 64);
  gguf.RawTensor("a", {1}, 0, 0, std::string(64, 'a')).RawTensor("b", {1}, 0, 64, "bbbb");
  std::string bytes = gguf.Build();
  // The builder pads to 32; the payload must begin at a multiple of 64.
  const size_t header = bytes.size() - 96;
  if (header % 64 != 0) bytes.insert(header, 32, '\0');
  const auto file = GgufFile::FromBytes(bytes, "x");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->BytesOf(file->tensors().at("a")), "aaaa");
  EXPECT_EQ(file->BytesOf(file->tensors().at("b")), "bbbb");
}

}  // namespace
}  // namespace widthlab::tensor_io
