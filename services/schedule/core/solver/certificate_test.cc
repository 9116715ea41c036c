#include "services/schedule/core/solver/certificate.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "services/schedule/core/solver/testing_problem.h"

namespace widthlab::schedule {
namespace {

TEST(CertificateTest, WrongWidthsAreNotCertified) {
  OwnedProblem p(3);
  p.work = {1, 4, 9};
  p.exponent = {1, 1, 1};
  p.budget = 12;
  std::vector<Bound> bounds(3);
  const std::vector<double> widths = {2, 5, 6};
  const Certificate c = Certify(p.View(), widths, 0, absl::MakeSpan(bounds));
  EXPECT_NEAR(c.budget_residual, 1.0 / 12, 1e-15);
  EXPECT_NEAR(c.stationarity_residual, 1 - 16.0 / 25, 1e-12);
}

// The floor is active although the layer would rather be wider: no multiplier >= 0 explains it.
TEST(CertificateTest, ABoundWithTheWrongSignShows) {
  OwnedProblem p(2);
  p.exponent = {1, 1};
  p.floor = {1, 1};
  p.budget = 6;
  p.reference_width = 1;
  std::vector<Bound> bounds(2);
  const std::vector<double> widths = {1, 5};
  const Certificate c = Certify(p.View(), widths, std::log(1.0 / 25), absl::MakeSpan(bounds));
  EXPECT_NEAR(c.stationarity_residual, 24, 1e-9);
}

}  // namespace
}  // namespace widthlab::schedule
