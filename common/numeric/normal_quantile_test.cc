#include "common/numeric/normal_quantile.h"

#include <cmath>
#include <vector>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(NormalQuantileTest, AgreesWithReferenceValues) {
  const struct {
    double p, quantile;
  } cases[] = {
      // scipy.stats.norm.ppf
      {1e-300, -37.0470962993612}, {1e-16, -8.222082216130435}, {1e-10, -6.361340902404056},
      {0.001, -3.090232306167813}, {0.07, -1.4757910281791706}, {0.0749999, -1.439532177375901},
      {0.2, -0.8416212335729142},  {0.6, 0.2533471031357997},   {0.95, 1.6448536269514722},
      {0.999, 3.090232306167813},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(NormalQuantile(c.p), c.quantile, 1e-15 * std::fabs(c.quantile)) << c.p;
  }
  EXPECT_EQ(NormalQuantile(0.5), 0);
}

TEST(NormalQuantileTest, IsSymmetricAndFiniteAtTheExtremeBits) {
  EXPECT_NEAR(NormalFromBits(0), -8.2095, 0.001);
  for (uint64_t bits : {uint64_t{0}, uint64_t{1} << 12, uint64_t{1} << 60, uint64_t{1} << 63}) {
    EXPECT_EQ(NormalFromBits(~bits), -NormalFromBits(bits)) << bits;
  }
}

TEST(NormalQuantileTest, GivesTheSameBitsManyAtATime) {
  RandomStream stream(3, "bits");
  std::vector<uint64_t> bits(1001);
  for (uint64_t& word : bits) word = stream.Next();
  std::vector<double> normals(bits.size());
  NormalsFromBits(bits, absl::MakeSpan(normals));
  for (size_t i = 0; i < bits.size(); ++i) ASSERT_EQ(normals[i], NormalFromBits(bits[i]));
}

}  // namespace
}  // namespace widthlab::numeric
