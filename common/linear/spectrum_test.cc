#include "common/linear/spectrum.h"

#include <cmath>

#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::linear {
namespace {

bool Never() { return false; }

Vector Spectrum(const Matrix& rows) {
  numeric::ThreadPool pool(2);
  return *GramEigenvalues(pool, rows, Never);
}

TEST(SpectrumTest, OfRowsByHand) {
  // Two rows (3, 0) and one (0, 4): eigenvalues 18 and 16.
  Matrix rows(3, 2);
  rows << 3, 0, 3, 0, 0, 4;
  const Vector e = Spectrum(rows);
  ASSERT_EQ(e.size(), 2);
  EXPECT_NEAR(e[0], 16, 1e-12);
  EXPECT_NEAR(e[1], 18, 1e-12);
  EXPECT_NEAR(ParticipationRatio(e), 34.0 * 34 / (16 * 16 + 18 * 18), 1e-14);
  const double p = 16.0 / 34;
  EXPECT_NEAR(SpectralEntropy(e), -p * std::log(p) - (1 - p) * std::log(1 - p), 1e-14);
}

TEST(SpectrumTest, OfOneDirectionAndOfAllAlike) {
  Matrix line(3, 2);
  line << 1, 2, 2, 4, -3, -6;
  EXPECT_NEAR(ParticipationRatio(Spectrum(line)), 1, 1e-14);
  EXPECT_NEAR(SpectralEntropy(Spectrum(line)), 0, 1e-12);
  EXPECT_NEAR(SpectralEntropy(Spectrum(Matrix::Identity(7, 7))), std::log(7), 1e-14);
  EXPECT_NEAR(ParticipationRatio(Spectrum(Matrix::Identity(7, 7))), 7, 1e-14);
}

TEST(SpectrumTest, EitherSideOfTheMatrixHasTheSameValues) {
  numeric::RandomStream stream(1, "spectrum");
  Matrix rows(9, 4);
  for (int64_t i = 0; i < rows.size(); ++i) rows.data()[i] = stream.Normal();
  const Vector wide = Spectrum(rows.transpose()), tall = Spectrum(rows);
  ASSERT_EQ(wide.size(), 4);
  for (int64_t i = 0; i < 4; ++i) EXPECT_NEAR(wide[i], tall[i], 1e-12);
}

TEST(SpectrumTest, NothingHasNoDirection) {
  const Vector none = Spectrum(Matrix::Zero(3, 2));
  EXPECT_TRUE(std::isnan(ParticipationRatio(none)));
  EXPECT_EQ(SpectralEntropy(none), 0);
}

TEST(CentredTest, TakesTheMeanAndTheSizeAway) {
  Matrix rows(2, 2);
  rows << 100, 8, 300, 8;
  const Matrix centred = Centred(rows);
  EXPECT_EQ(centred(0, 0), -centred(1, 0));
  EXPECT_EQ(centred(0, 1), 0);
  EXPECT_TRUE(Centred(Matrix::Constant(5, 3, 0.1)).isZero(0));
  EXPECT_EQ(Centred(Matrix(0, 3)).rows(), 0);
}

}  // namespace
}  // namespace widthlab::linear
