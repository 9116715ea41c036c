#include "clients/cli/correlations_text.h"

#include <limits>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

pipeline::v1::Correlation Defined(double coefficient) {
  pipeline::v1::Correlation one;
  one.set_coefficient(coefficient);
  one.set_p(0.0125);
  one.set_low(-0.25);
  one.set_high(0.875);
  return one;
}

pipeline::v1::Correlation Undefined() {
  pipeline::v1::Correlation one;
  one.set_coefficient(kNaN);
  one.set_p(kNaN);
  one.set_low(kNaN);
  one.set_high(kNaN);
  one.set_undefined_reason("all numbers of lambda are equal");
  return one;
}

pipeline::v1::ProfileCorrelation Row(const std::string& against) {
  pipeline::v1::ProfileCorrelation row;
  row.set_profile("raw/shift");
  row.set_against(against);
  *row.mutable_spearman() = Defined(0.5);
  *row.mutable_spearman_of_differences() = Defined(-0.125);
  return row;
}

TEST(CorrelationsTextTest, ShowsModelsScalesAndTransfers) {
  pipeline::v1::Correlations correlations;
  correlations.set_level(0.95);
  correlations.add_remarks("small has 4 layers: whatever their order, no p can be below 0.05.");
  pipeline::v1::ModelCorrelations& model = *correlations.add_models();
  model.set_name("small");
  model.set_layers(4);
  *model.add_correlations() = Row("lambda");
  *model.add_correlations() = Row("norm");
  *model.mutable_correlations(1)->mutable_spearman() = Undefined();
  pipeline::v1::ScaledProfile& scaled = *model.add_scaled();
  scaled.set_state_factor(2);
  scaled.add_statistics()->set_profile("raw/shift");
  scaled.mutable_statistics(0)->set_exponent(1);
  *scaled.mutable_statistics(0)->mutable_with_unscaled() = Row("unscaled");
  pipeline::v1::Transfer& transfer = *correlations.add_transfers();
  transfer.set_first("small");
  transfer.set_second("large");
  transfer.set_points(4);
  *transfer.add_profiles() = Row("large");
  std::ostringstream out, err;
  const std::string text = CorrelationsText({.out = out, .err = err}, correlations);
  EXPECT_THAT(text, HasSubstr("small, 4 layers\n"));
  EXPECT_THAT(text, HasSubstr("raw/shift  lambda      +0.50  -0.25 to +0.88  0.0125"));
  EXPECT_THAT(text, HasSubstr("all numbers of lambda are equal"));
  EXPECT_THAT(text, HasSubstr("small, states times 2\n"));
  EXPECT_THAT(text, HasSubstr("no effect): raw/shift 1.00\n"));
  EXPECT_THAT(text, HasSubstr("small and large at 4 equal relative depths\n"));
  EXPECT_THAT(text, HasSubstr("not adjusted for depth trend"));
  EXPECT_THAT(text, HasSubstr("note: small has 4 layers"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace widthlab::cli
