#include "clients/cli/diagnostics_text.h"

#include <limits>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

capture::v1::Diagnostics Common() {
  capture::v1::Diagnostics diagnostics;
  diagnostics.set_batches(8);
  diagnostics.set_loss(2.5);
  diagnostics.set_targets(4088);
  return diagnostics;
}

std::string TextOf(const capture::v1::Diagnostics& diagnostics) {
  std::ostringstream out, err;
  return DiagnosticsText(Console{.out = out, .err = err}, diagnostics);
}

TEST(DiagnosticsTextTest, ShowsEveryAnalysisThatWasAsked) {
  capture::v1::Diagnostics diagnostics = Common();
  diagnostics.add_factors(0.5);
  diagnostics.mutable_norm_growth_removed()->set_mean(0.75);
  diagnostics.add_remarks("There is one batch.");
  capture::v1::LayerDiagnostics& layer = *diagnostics.add_layers();
  layer.add_scaled()->set_mean(0.125);
  layer.mutable_norm_growth_removed()->set_mean(-0.25);
  layer.mutable_stream()->set_mean_norm_in(3);
  layer.mutable_stream()->set_lens_agreement(0.5);
  capture::v1::Additivity& additivity = *diagnostics.add_additivity();
  additivity.set_epsilon(0.1);
  additivity.mutable_joint()->set_mean(3);
  additivity.mutable_sum()->set_mean(2);
  additivity.set_ratio(1.5);
  additivity.set_low(1.25);
  additivity.set_high(2);
  const std::string text = TextOf(diagnostics);
  EXPECT_THAT(text, HasSubstr("states x 0.5"));
  EXPECT_THAT(text, HasSubstr("    0         0.125             -0.25\n"));
  EXPECT_THAT(text, HasSubstr("all layers at the norms of layer 0: 0.75\n"));
  EXPECT_THAT(text, HasSubstr("1.5  1.25 to 2"));
  EXPECT_THAT(text, HasSubstr("lens loss"));
  EXPECT_THAT(text, HasSubstr("loss 2.5000 nats over 4,088 tokens, 8 batches\n"));
  EXPECT_THAT(text, HasSubstr("note: There is one batch."));
}

TEST(DiagnosticsTextTest, LeavesOutWhatWasNotAskedAndHasNoInterval) {
  capture::v1::Diagnostics diagnostics = Common();
  diagnostics.add_layers()->add_noise()->set_mean(1);
  capture::v1::Additivity& additivity = *diagnostics.add_additivity();
  additivity.set_ratio(1);
  additivity.set_low(std::numeric_limits<double>::quiet_NaN());
  additivity.set_high(std::numeric_limits<double>::quiet_NaN());
  const std::string text = TextOf(diagnostics);
  EXPECT_THAT(text, HasSubstr("epsilon"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("states x")));
  EXPECT_THAT(text, Not(HasSubstr("residual stream")));
}

}  // namespace
}  // namespace widthlab::cli
