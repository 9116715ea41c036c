#include "common/numeric/noncentral_t.h"

#include "common/numeric/student_t.h"
#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(NoncentralTTest, IsStudentsWithoutNoncentrality) {
  for (double t : {-3.0, 0.0, 0.7, 2.0}) {
    EXPECT_NEAR(NoncentralTCdf(t, 5, 0), StudentTCdf(t, 5), 1e-13) << t;
  }
}

TEST(NoncentralTTest, AgreesWithReferenceValues) {
  const struct {
    double t, nu, delta, cdf;
  } cases[] = {
      // scipy.stats.nct.cdf
      {2.776, 4, 3, 0.3806222701078517},    {-2.776, 4, 3, 3.92456222746097e-06},
      {1, 9, -1, 0.9727495170716518},       {0, 5, 2, 0.02275013194817922},
      {5, 4, 7.5, 0.0846762074297584},      {20, 9, 15, 0.8231515084770595},
      {0.5, 2.5, 1.2, 0.23242037908305985}, {40, 4, 30, 0.6895447695876729},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(NoncentralTCdf(c.t, c.nu, c.delta), c.cdf, 2e-12) << c.t << " " << c.delta;
  }
}

}  // namespace
}  // namespace widthlab::numeric
