#include "common/tensor_io/tensor_receiver.h"

#include <limits>
#include <string_view>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using tensor::v1::TensorChunk;

absl::Status Admit(int64_t) { return absl::OkStatus(); }

TensorChunk First(std::vector<int64_t> shape, std::string_view data = {},
                  tensor::v1::DataType type = tensor::v1::DATA_TYPE_FLOAT32) {
  TensorChunk chunk;
  chunk.mutable_header()->set_data_type(type);
  for (const int64_t size : shape) chunk.mutable_header()->add_shape(size);
  chunk.set_data(std::string(data));
  return chunk;
}

TensorChunk More(std::string_view data) {
  TensorChunk chunk;
  chunk.set_data(std::string(data));
  return chunk;
}

TEST(TensorReceiverTest, JoinsPiecesThatEndInsideAnElement) {
  const float values[] = {1.5f, -2, 0.25f, 8};
  const std::string_view bytes(reinterpret_cast<const char*>(values), sizeof(values));
  TensorReceiver x("x", 2, Admit);
  EXPECT_FALSE(x.begun());
  ASSERT_THAT(x.Add(First({2, 2}, bytes.substr(0, 3))), IsOk());
  ASSERT_THAT(x.Add(More(bytes.substr(3, 6))), IsOk());
  EXPECT_THAT(x.Finish(), FailsOnField("x.data"));
  ASSERT_THAT(x.Add(More(bytes.substr(9))), IsOk());
  ASSERT_THAT(x.Finish(), IsOk());
  EXPECT_THAT(x.shape(), testing::ElementsAre(2, 2));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(x.elements<float>()[i], values[i]);
}

TEST(TensorReceiverTest, TakesAnEmptyTensor) {
  TensorReceiver x("x", 2, Admit);
  // A product that would overflow, were it not for the zero.
  ASSERT_THAT(x.Add(First({int64_t{1} << 62, 0})), IsOk());
  EXPECT_THAT(x.Finish(), IsOk());
}

TEST(TensorReceiverTest, NamesWhatIsWrongWithAHeader) {
  EXPECT_THAT(TensorReceiver("x", 2, Admit).Add(More("abcd")), FailsOnField("x.header"));
  EXPECT_THAT(TensorReceiver("x", 2, Admit).Add(First({4})), FailsOnField("x.header.shape"));
  EXPECT_THAT(TensorReceiver("x", 2, Admit).Add(First({-1, 4})), FailsOnField("x.header.shape"));
  EXPECT_THAT(TensorReceiver("x", 2, Admit).Add(First({int64_t{1} << 31, int64_t{1} << 31})),
              StatusIs(absl::StatusCode::kInvalidArgument, testing::HasSubstr("63 bits")));
  EXPECT_THAT(TensorReceiver("x", 2, Admit).Add(First({std::numeric_limits<int64_t>::max(), 7})),
              FailsOnField("x.header.shape"));
  EXPECT_THAT(
      TensorReceiver("x", 2, Admit).Add(First({1, 1}, {}, tensor::v1::DATA_TYPE_UNSPECIFIED)),
      FailsOnField("x.header.data_type"));
  EXPECT_THAT(
      TensorReceiver("x", 2, Admit).Add(First({1, 1}, {}, static_cast<tensor::v1::DataType>(99))),
      FailsOnField("x.header.data_type"));
  TensorReceiver twice("x", 2, Admit);
  ASSERT_THAT(twice.Add(First({2, 2})), IsOk());
  EXPECT_THAT(twice.Add(First({2, 2})), FailsOnField("x.header"));
}

TEST(TensorReceiverTest, RefusesMoreBytesThanAnnounced) {
  TensorReceiver x("x", 2, Admit);
  ASSERT_THAT(x.Add(First({1, 1}, "abcd")), IsOk());
  EXPECT_THAT(x.Add(More("e")), FailsOnField("x.data"));
  TensorReceiver y("y", 2, Admit);
  EXPECT_THAT(y.Add(First({1024, 1024}, std::string(kMaxChunkBytes + 1, '\0'))),
              FailsOnField("y.data"));
  EXPECT_THAT(TensorReceiver("z", 2, Admit).Finish(), FailsOnField("z"));
}

TEST(TensorReceiverTest, AsksBeforeItAllocates) {
  int64_t asked = -1;
  TensorReceiver x("x", 2, [&](int64_t bytes) {
    asked = bytes;
    return absl::ResourceExhaustedError("too large");
  });
  // 2^62 bytes: the refusal comes first, else this would fail otherwise.
  EXPECT_THAT(
      x.Add(First({int64_t{1} << 30, int64_t{1} << 29}, "abcd", tensor::v1::DATA_TYPE_FLOAT64)),
      StatusIs(absl::StatusCode::kResourceExhausted, "too large"));
  EXPECT_EQ(asked, int64_t{1} << 62);
  EXPECT_FALSE(x.begun());
}

}  // namespace
}  // namespace widthlab::tensor_io
