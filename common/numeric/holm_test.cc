#include "common/numeric/holm.h"

#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(HolmTest, AdjustsTheTextbookExample) {
  // Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, then kept from falling.
  const std::vector<double> adjusted = HolmAdjust({0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]);
}

TEST(HolmTest, NeverExceedsOne) {
  EXPECT_EQ(HolmAdjust({0.6, 0.7, 0.9}), (std::vector<double>{1, 1, 1}));
}

TEST(HolmTest, LeavesASingleValueAlone) {
  EXPECT_EQ(HolmAdjust({0.2}), (std::vector<double>{0.2}));
  EXPECT_TRUE(HolmAdjust({}).empty());
}

}  // namespace
}  // namespace widthlab::numeric
