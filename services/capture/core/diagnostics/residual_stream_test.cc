#include "services/capture/core/diagnostics/residual_stream.h"

#include <cmath>
#include <vector>

#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "services/capture/core/diagnostics/scaled_states.h"

namespace widthlab::capture {
namespace {

v1::ResidualStream Spectrum(const std::vector<float>& states, int64_t width) {
  numeric::ThreadPool pool(2);
  const job::CancelToken cancel;
  const auto stream = MeasureSpectrum(pool, states, width, cancel);
  EXPECT_THAT(stream, IsOk());
  return *stream;
}

double Entropy(double p) { return -p * std::log(p) - (1 - p) * std::log(1 - p); }

TEST(MeasureSpectrumTest, ByHand) {
  // Rows as they are: energies 8 and 2. Their mean is 0, so the covariance has the same spectrum.
  const v1::ResidualStream centred = Spectrum({2, 0, -2, 0, 0, 1, 0, -1}, 2);
  EXPECT_NEAR(centred.matrix_entropy(), Entropy(0.2), 1e-14);
  EXPECT_NEAR(centred.effective_rank(), std::exp(Entropy(0.2)), 1e-14);
  EXPECT_NEAR(centred.participation_ratio(), 25.0 / 17, 1e-14);
  // A mean that is much larger than the spread is seen by the entropy alone.
  const v1::ResidualStream far = Spectrum({1002, 0, 998, 0, 1000, 1, 1000, -1}, 2);
  EXPECT_NEAR(far.participation_ratio(), 25.0 / 17, 1e-9);
  EXPECT_LT(far.matrix_entropy(), 1e-4);
}

TEST(MeasureSpectrumTest, EqualRowsHaveNoCovariance) {
  const v1::ResidualStream equal = Spectrum({1, 2, 1, 2, 1, 2}, 2);
  EXPECT_NEAR(equal.matrix_entropy(), 0, 1e-12);
  EXPECT_TRUE(std::isnan(equal.participation_ratio()));
  EXPECT_TRUE(std::isnan(equal.effective_rank()));
}

TEST(MeasureSpectrumTest, ACancelledOneEnds) {
  numeric::ThreadPool pool(1);
  job::CancelToken cancel;
  cancel.Cancel();
  EXPECT_THAT(MeasureSpectrum(pool, std::vector<float>{1, 2, 3, 4}, 2, cancel),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(ScaledStatesTest, EachCopyHasItsFactorInOneLayer) {
  ScaledStates scaled(3, {0.5, 2});
  std::vector<float> states = {1, -4};
  scaled.FfnIn(2, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, (std::vector<float>{1, -4}));
  scaled.FfnIn(3, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, (std::vector<float>{0.5, -2}));
  scaled.FfnIn(3, 1, absl::MakeSpan(states));
  EXPECT_EQ(states, (std::vector<float>{1, -4}));
}

TEST(LevelNormsTest, EveryRowTakesItsFirstNormAndZerosStay) {
  numeric::ThreadPool pool(2);
  const std::vector<float> first = {3, 4, 0, 1, 8, 6};
  const std::vector<float> later = {6, 8, 0, 0, 0, 5};
  const std::vector<float> level = {3, 4, 0, 0, 0, 10};
  LevelNorms one(pool, 2, first, 1), all(pool, 2, first, LevelNorms::kAllLayers);
  std::vector<float> states = later;
  one.FfnIn(2, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, later);
  one.FfnIn(1, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, level);
  states = later;
  all.FfnIn(0, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, later);
  all.FfnIn(2, 0, absl::MakeSpan(states));
  EXPECT_EQ(states, level);
}

}  // namespace
}  // namespace widthlab::capture
