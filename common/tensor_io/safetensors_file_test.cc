#include "common/tensor_io/safetensors_file.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "common/tensor_io/float16.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
absl::Span<const T> Span(const std::vector<T>& values) {
  return absl::MakeConstSpan(values);
}

TEST(SafetensorsFileTest, BytesAreThoseOfTheFormatByHand) {
  const std::vector<float> values = {1.0f};
  std::string bytes;
  ASSERT_THAT(WriteSafetensorsTo({FromSpan("w", {1}, Span(values))}, {}, bytes), IsOk());
  const std::string json = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}  )";
  ASSERT_EQ(json.size(), 56u);
  EXPECT_EQ(bytes, std::string("\x38\0\0\0\0\0\0\0", 8) + json + std::string("\0\0\x80\x3f", 4));
}

TEST(SafetensorsFileTest, WhatIsWrittenIsReadBack) {
  const std::vector<double> wide = {1.5, -2.25};
  const std::vector<float> single = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f};
  const std::vector<int64_t> ids = {1, -1, int64_t{1} << 40};
  const std::vector<uint8_t> raw = {7};
  std::string bytes;
  ASSERT_THAT(
      WriteSafetensorsTo({FromSpan("raw", {1}, Span(raw)), FromSpan("single", {2, 3}, Span(single)),
                          FromSpan("wide", {2}, Span(wide)), FromSpan("ids", {3}, Span(ids))},
                         {{"note", "a \"quoted\" text"}}, bytes),
      IsOk());
  auto file = SafetensorsFile::FromBytes(bytes, "memory");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->metadata().at("note"), "a \"quoted\" text");
  EXPECT_TRUE(file->Has("raw"));
  EXPECT_FALSE(file->Has("absent"));
  std::vector<double> out(6);
  ASSERT_THAT(file->Tensor("single")->CopyTo(absl::MakeSpan(out)), IsOk());
  EXPECT_EQ(out[3], static_cast<double>(0.4f));
  EXPECT_THAT(*file->Tensor("ids")->Elements<int64_t>(), ElementsAre(1, -1, int64_t{1} << 40));
  EXPECT_THAT(*file->Tensor("wide")->Elements<double>(), ElementsAre(1.5, -2.25));
  EXPECT_EQ(file->tensors().at("ids").begin, 0u) << "eight-byte elements lie first, by name";
  EXPECT_EQ(file->tensors().at("raw").begin, 64u);
}

TEST(SafetensorsFileTest, TheOrderOfSourcesDoesNotMatter) {
  const std::vector<float> a = {1}, b = {2};
  std::string one, two;
  ASSERT_THAT(WriteSafetensorsTo({FromSpan("a", {1}, Span(a)), FromSpan("b", {1}, Span(b))},
                                 {{"x", "1"}, {"y", "2"}}, one),
              IsOk());
  ASSERT_THAT(WriteSafetensorsTo({FromSpan("b", {1}, Span(b)), FromSpan("a", {1}, Span(a))},
                                 {{"y", "2"}, {"x", "1"}}, two),
              IsOk());
  EXPECT_EQ(one, two);
}

TEST(SafetensorsFileTest, FilesAndBytesAreTheSame) {
  const std::string path = testing::TempDir() + "/file_test.safetensors";
  const std::vector<uint16_t> halves = {FloatToFloat16(1.0f), FloatToFloat16(-0.5f)};
  const auto source = [&] {
    return FromBytes("h", DType::kF16, {2}, {reinterpret_cast<const char*>(halves.data()), 4});
  };
  std::string bytes;
  ASSERT_THAT(WriteSafetensorsTo({source()}, {}, bytes), IsOk());
  ASSERT_THAT(WriteSafetensorsFile({source()}, {}, path), IsOk());
  std::ifstream stream(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), bytes);
  auto file = SafetensorsFile::Open(path);
  ASSERT_THAT(file, IsOk());
  const SafetensorsFile moved = *std::move(file);
  std::vector<float> out(2);
  ASSERT_THAT(moved.Tensor("h")->CopyTo(absl::MakeSpan(out)), IsOk());
  EXPECT_THAT(out, ElementsAre(1.0f, -0.5f));
  std::remove(path.c_str());
}

TEST(SafetensorsFileTest, CopyRefusesWhatWouldLoseValues) {
  const std::vector<double> wide = {1};
  const std::vector<int64_t> ids = {1};
  std::string bytes;
  ASSERT_THAT(WriteSafetensorsTo(
                  {FromSpan("wide", {1}, Span(wide)), FromSpan("ids", {1}, Span(ids))}, {}, bytes),
              IsOk());
  const auto file = SafetensorsFile::FromBytes(bytes, "m");
  std::vector<float> single(1);
  std::vector<double> two(2);
  std::vector<int64_t> integers(1);
  EXPECT_THAT(file->Tensor("wide")->CopyTo(absl::MakeSpan(single)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rule dtype")));
  EXPECT_THAT(file->Tensor("ids")->CopyTo(absl::MakeSpan(single)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rule dtype")));
  EXPECT_THAT(file->Tensor("wide")->CopyTo(absl::MakeSpan(integers)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rule dtype")));
  EXPECT_THAT(file->Tensor("wide")->CopyTo(absl::MakeSpan(two)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rule size")));
  EXPECT_THAT(file->Tensor("wide")->ExpectShape({-1, 2}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("wanted is [any, 2]")));
}

TEST(SafetensorsFileTest, AnUnalignedTensorIsCopiedButNotViewed) {
  const std::string json = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                           R"("b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(json.size());
  bytes += json + std::string(1, '\0') + std::string("\0\0\x80\x3f", 4);
  const auto file = SafetensorsFile::FromBytes(bytes, "m");
  ASSERT_THAT(file, IsOk());
  std::vector<float> out(1);
  ASSERT_THAT(file->Tensor("b")->CopyTo(absl::MakeSpan(out)), IsOk());
  EXPECT_EQ(out[0], 1.0f);
  if ((reinterpret_cast<uintptr_t>(file->Tensor("b")->bytes.data()) % 4) != 0) {
    EXPECT_THAT(file->Tensor("b")->Elements<float>(),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rule alignment")));
  }
}

TEST(SafetensorsFileTest, MissingFilesAndTensorsAreNamed) {
  EXPECT_THAT(SafetensorsFile::Open("/nonexistent/x.safetensors"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/x.safetensors")));
  EXPECT_THAT(SafetensorsFile::Open("/"), StatusIs(absl::StatusCode::kInvalidArgument));
  const auto file = SafetensorsFile::FromBytes(std::string("\2\0\0\0\0\0\0\0{}", 10), "m");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->Tensor("w"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("m: has no tensor w")));
}

TEST(SafetensorsWriterTest, RefusesBadSources) {
  const std::vector<float> one = {1};
  std::string bytes;
  EXPECT_THAT(
      WriteSafetensorsTo({FromSpan("w", {1}, Span(one)), FromSpan("w", {1}, Span(one))}, {}, bytes),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("twice")));
  EXPECT_THAT(WriteSafetensorsTo({FromSpan("__metadata__", {1}, Span(one))}, {}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("reserved")));
  EXPECT_THAT(WriteSafetensorsTo({FromSpan("w", {2}, Span(one))}, {}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("4 bytes, not 8")));
  EXPECT_THAT(WriteSafetensorsTo({FromSpan("w", {0}, Span(one))}, {}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("4 bytes, not 0")));
  EXPECT_THAT(WriteSafetensorsTo({FromSpan("w", {-1}, Span(one))}, {}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("negative")));
  EXPECT_THAT(WriteSafetensorsTo({FromSpan("\xff", {1}, Span(one))}, {}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UTF-8")));
  EXPECT_THAT(WriteSafetensorsFile({}, {}, "/nonexistent/w.safetensors"),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST(SafetensorsWriterTest, AFailingSinkStopsTheWriting) {
  const std::vector<float> one = {1};
  int calls = 0;
  EXPECT_THAT(WriteSafetensors({FromSpan("w", {1}, Span(one))}, {},
                               [&](std::string_view) {
                                 return ++calls == 2 ? absl::CancelledError("stop")
                                                     : absl::OkStatus();
                               }),
              StatusIs(absl::StatusCode::kCancelled));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace widthlab::tensor_io
