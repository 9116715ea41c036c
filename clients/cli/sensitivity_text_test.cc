#include "clients/cli/sensitivity_text.h"

#include <limits>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(SensitivityTextTest, ShowsLayersIntervalsAndRemarks) {
  capture::v1::Sensitivity sensitivity;
  sensitivity.set_relative_noise(0.1);
  sensitivity.set_draws(2);
  sensitivity.set_batches(8);
  sensitivity.set_loss(2.5);
  sensitivity.set_targets(4088);
  sensitivity.add_remarks("lambda is not significantly above 0 in layer 1.");
  for (const bool above : {true, false}) {
    capture::v1::LossRise& rise = *sensitivity.add_layers()->mutable_noise();
    rise.set_mean(0.25);
    rise.set_low(above ? 0.125 : -0.5);
    rise.set_high(1);
    rise.set_above_zero(above);
  }
  std::ostringstream out, err;
  const Console console{.out = out, .err = err};
  const std::string text = SensitivityText(console, sensitivity);
  EXPECT_THAT(text, HasSubstr("    0    0.25  0.125 to 1\n"));
  EXPECT_THAT(text, HasSubstr("    1    0.25  -0.5 to 1   not above 0"));
  EXPECT_THAT(text, HasSubstr("loss 2.5000 nats over 4,088 tokens; noise of 0.1 of each update, 2 "
                              "draws, 8 batches"));
  EXPECT_THAT(text, HasSubstr("note: lambda is not significantly above 0 in layer 1."));
  EXPECT_THAT(text, Not(HasSubstr("without it")));
}

}  // namespace
}  // namespace widthlab::cli
