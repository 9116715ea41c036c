// Which devices there are, and what they say when they have no room.
#include <c10/util/Exception.h>

#include <stdexcept>
#include <string>

#include "common/architecture/architecture.h"
#include "common/model/compute_device.h"
#include "common/model/device_guard.h"
#include "common/model/device_memory.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ComputeDeviceTest, TheProcessorIsTheDefaultAndHasItsOwnClass) {
  const auto cpu = ComputeDevice::Open("cpu");
  ASSERT_THAT(cpu, IsOk());
  EXPECT_TRUE(cpu->is_host());
  EXPECT_TRUE(ComputeDevice().is_host());
  EXPECT_THAT(cpu->device_class(), StartsWith("cpu-"));
  EXPECT_NE(cpu->device_class(), ComputeDevice::TensorsOnHostForTesting().device_class());
}

TEST(ComputeDeviceTest, AnotherWordIsRefusedWithThoseThatAreUnderstood) {
  for (const std::string name : {"", "gpu", "CPU", "cuda:", "cuda:x", "cuda:-1", "cuda:+1", "cuda1",
                                 "cuda:128", "cuda:99999999999"}) {
    EXPECT_THAT(ComputeDevice::Open(name).status(),
                AllOf(FailsOnField("--device"),
                      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("cuda:N"))))
        << name;
  }
}

// No machine has that many.
TEST(ComputeDeviceTest, ADeviceThatIsNotThereIsRefusedWithWhatToDo) {
  const absl::Status status = ComputeDevice::Open("cuda:127").status();
  EXPECT_THAT(status, FailsOnField("--device"));
  EXPECT_THAT(std::string(status.message()),
              AnyOf(HasSubstr("take --device cpu"), HasSubstr("GPU of this machine"),
                    HasSubstr("GPUs of this machine")));
}

TEST(DeviceGuardTest, OutOfMemoryNamesTheBytesThatAreWanted) {
  const auto need = [] { return DeviceNeed{"cuda:1", 12345}; };
  const absl::Status status = OnDevice(need, []() -> absl::Status {
    throw c10::OutOfMemoryError(c10::SourceLocation{__func__, __FILE__, 0},
                                "CUDA out of memory. Tried to allocate 2.00 GiB.\nSee Python.");
  });
  EXPECT_THAT(status,
              StatusIs(absl::StatusCode::kResourceExhausted,
                       AllOf(HasSubstr("cuda:1 has no room"), HasSubstr("12345 bytes"),
                             HasSubstr("Tried to allocate 2.00 GiB."), Not(HasSubstr("Python")))));
  EXPECT_EQ(FactsOf(status)->metadata.at("wanted_bytes"), "12345");
  EXPECT_THAT(OnDevice(need, []() -> absl::Status { throw std::runtime_error("lost"); }),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("lost")));
  EXPECT_THAT(OnDevice(need, [] { return absl::OkStatus(); }), IsOk());
}

TEST(DeviceMemoryTest, IsThatOfTheLargerOfAttentionAndFfnOrOfTheHead) {
  architecture::Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 1, .hidden_size = 4, .layers = 1, .heads = 2, .ffn_width = 3});
  a.max_positions = 1 << 20;
  // One token: norms 2 * 4, attention 4 * 4 * 4, FFN 3 * 3 * 4. The head's block is larger.
  const int64_t weights = 8 + 64 + 36, head = 4 * 4 + 2048 * (2 + 8) * 4;
  EXPECT_EQ(DeviceMemoryBytes(a, WeightType::kFloat32, 1), head);
  // 100,000 tokens: states, projections and values of all, those of a block, and scores of 335
  // queries of two heads before and after their softmax.
  EXPECT_EQ(DeviceQueryBlock(a, 100'000), (1 << 26) / 200'000);
  const int64_t work = 100'000 * (4 + 12 + 4) + 2048 * (4 + 24) + 2 * 2 * 335 * 100'000;
  EXPECT_EQ(DeviceMemoryBytes(a, WeightType::kFloat32, 100'000), 4 * (weights + work));
  EXPECT_EQ(DeviceMemoryBytes(a, WeightType::kBFloat16, 100'000), 2 * weights + 4 * work);
}

TEST(DeviceMemoryTest, QueriesAreAtLeastOneAndAtMostTheSequence) {
  architecture::Architecture a = architecture::UniformArchitecture(
      {.vocab_size = 1, .hidden_size = 64, .layers = 1, .heads = 32, .ffn_width = 3});
  EXPECT_EQ(DeviceQueryBlock(a, 1), 1);
  EXPECT_EQ(DeviceQueryBlock(a, 100), 100);
  EXPECT_EQ(DeviceQueryBlock(a, 4096), 512);
  EXPECT_EQ(DeviceQueryBlock(a, 8192), 256);
  EXPECT_EQ(DeviceQueryBlock(a, int64_t{1} << 30), 1);
}

}  // namespace
}  // namespace widthlab::model
