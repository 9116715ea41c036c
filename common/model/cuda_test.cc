// The decoder on the first CUDA device, where there is one.
#include <string>

#include "common/model/compute_device.h"
#include "common/model/stream_fixture.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

class CudaTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!device_.ok()) GTEST_SKIP() << "no CUDA device: " << device_.status().message();
  }

  const absl::StatusOr<ComputeDevice> device_ = ComputeDevice::Open("cuda");
};

TEST_F(CudaTest, HasAClassOfItsOwn) {
  EXPECT_THAT(device_->device_class(), testing::MatchesRegex("cuda-sm[0-9]+-[0-9]+"));
}

TEST_F(CudaTest, EveryFamilyIsThatOfTheReference) {
  for (const char* name : kFixtureModels) {
    FixtureModel(name, {.device = *device_}).ExpectTheReference();
  }
}

TEST_F(CudaTest, TheSamePassGivesTheSameBits) {
  for (const char* name : kFixtureModels) {
    for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
      Recorder first, second;
      ASSERT_THAT(FixtureModel(name, {.precision = precision, .device = *device_}).Run(first),
                  IsOk());
      ASSERT_THAT(FixtureModel(name, {.precision = precision, .device = *device_}).Run(second),
                  IsOk());
      EXPECT_EQ(first.ffn_in, second.ffn_in) << name;
      EXPECT_EQ(first.ffn_out, second.ffn_out) << name;
    }
  }
}

}  // namespace
}  // namespace widthlab::model
