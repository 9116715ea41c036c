#include "common/model/kernels.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "common/model/float8.h"
#include "common/numeric/random_stream.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

std::vector<float> Random(const char* name, int64_t size) {
  std::vector<float> values(static_cast<size_t>(size));
  numeric::RandomStream(1, name).FillNormal(absl::MakeSpan(values), 1.0);
  return values;
}

float Exp(float x) { return Exp8(Same8(x))[3]; }

TEST(Float8Test, ExpIsAccurateWithinItsRange) {
  for (double x = -86.9; x < 88.0; x += 0.0137) {
    const double exact = std::exp(static_cast<double>(static_cast<float>(x)));
    ASSERT_NEAR(static_cast<double>(Exp(static_cast<float>(x))) / exact, 1.0, 2e-7) << x;
  }
  EXPECT_EQ(Exp(0.0f), 1.0f);
}

TEST(Float8Test, ExpIsClampedAndKeepsNaN) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Exp(-infinity), Exp(-87.0f));
  EXPECT_GT(Exp(-infinity), 0.0f);
  EXPECT_EQ(Exp(infinity), Exp(88.0f));
  EXPECT_TRUE(std::isfinite(Exp(infinity)));
  EXPECT_TRUE(std::isnan(Exp(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Float8Test, SumsAndMaximaTakeTheTail) {
  std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  EXPECT_EQ(Sum8(11, [&](int64_t i, int64_t count) { return Load8(&x[i], count); }), 66.0f);
  EXPECT_EQ(Max8(11, x.data()), 11.0f);
  EXPECT_EQ(Max8(3, x.data()), 3.0f);
}

TEST(RmsNormTest, DividesByTheRootOfTheMeanSquare) {
  const float x[] = {3, 4};
  const float w[] = {1, 2};
  float y[2], inverse[1];
  RmsNormForward(x, w, 0.0f, 1, 2, y, inverse);
  EXPECT_FLOAT_EQ(y[0], 3 / std::sqrt(12.5f));
  EXPECT_FLOAT_EQ(y[1], 8 / std::sqrt(12.5f));
}

TEST(GatedSiluTest, KnownValues) {
  const float gate[] = {0, 1, -200, 200}, up[] = {5, 2, 1, 1};
  float h[4];
  GatedSiluForward(gate, up, 4, h);
  EXPECT_EQ(h[0], 0.0f);
  EXPECT_NEAR(h[1], 2 / (1 + std::exp(-1.0)), 1e-6);
  EXPECT_NEAR(h[2], 0.0f, 1e-30);
  EXPECT_FLOAT_EQ(h[3], 200.0f);
}

TEST(RotateRowTest, QuarterTurnMovesTheFirstHalfIntoTheSecond) {
  const float in[] = {1, 2, 3, 4}, cosine[] = {0, 0}, sine[] = {1, 1};
  float out[4];
  RotateRow(in, cosine, sine, 2, 1.0f, out);
  EXPECT_EQ(std::vector<float>(out, out + 4), (std::vector<float>{-3, -4, 1, 2}));
  RotateRow(out, cosine, sine, 2, -1.0f, out);
  EXPECT_EQ(std::vector<float>(out, out + 4), (std::vector<float>{1, 2, 3, 4}));
}

TEST(RotaryTablesTest, AnglesFallWithTheCoordinate) {
  std::vector<float> cosine(6), sine(6);
  RotaryTables(100.0, 3, 4, cosine.data(), sine.data());
  EXPECT_EQ(cosine[0], 1.0f);
  EXPECT_NEAR(sine[2 * 2 + 0], std::sin(2.0), 1e-7);
  EXPECT_NEAR(sine[2 * 2 + 1], std::sin(0.2), 1e-7);
}

TEST(CausalSoftmaxTest, RowsSumToOneOverWhatTheyMaySee) {
  std::vector<float> scores = {0, 7, 9, 0, std::log(3.0f), 9};
  CausalSoftmaxForward(scores.data(), 2, 3, 0, 1.0f);
  EXPECT_EQ(scores[0], 1.0f);
  EXPECT_EQ(scores[1], 0.0f);
  EXPECT_NEAR(scores[3], 0.25, 1e-6);
  EXPECT_NEAR(scores[4], 0.75, 1e-6);
  EXPECT_EQ(scores[5], 0.0f);
}

TEST(CrossEntropyTest, EqualLogitsCostTheLogarithmOfTheVocabulary) {
  std::vector<float> logits(10, 3.0f);
  const int64_t targets[] = {1, -1};
  double losses[2];
  CrossEntropy(logits.data(), targets, 2, 5, 2.0f, losses);
  EXPECT_NEAR(losses[0], std::log(5.0), 1e-7);
  EXPECT_EQ(losses[1], 0.0);
  EXPECT_NEAR(logits[0], 0.4, 1e-6);
  EXPECT_NEAR(logits[1], 0.4 - 2.0, 1e-6);
  EXPECT_EQ(logits[5], 0.0f);
}

TEST(CrossEntropyTest, NaNIsNeverHidden) {
  std::vector<float> logits = {0, std::numeric_limits<float>::quiet_NaN(), 0};
  const int64_t target = 0;
  double loss;
  CrossEntropy(logits.data(), &target, 1, 3, 0.0f, &loss);
  EXPECT_TRUE(std::isnan(loss));
}

// Compares a gradient with central differences of the sum of dy * f.
void ExpectGradient(std::vector<float>& x, const std::vector<float>& gradient,
                    const std::function<double()>& value) {
  for (size_t i = 0; i < x.size(); ++i) {
    const float before = x[i];
    x[i] = before + 1e-2f;
    const double up = value();
    x[i] = before - 1e-2f;
    const double down = value();
    x[i] = before;
    EXPECT_NEAR(gradient[i], (up - down) / 2e-2, 3e-3) << i;
  }
}

double Dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

TEST(RmsNormTest, BackwardIsTheDerivative) {
  const int64_t rows = 2, d = 11;
  std::vector<float> x = Random("x", rows * d), w = Random("w", d), dy = Random("dy", rows * d);
  std::vector<float> y(x.size()), inverse(rows), dx(x.size()), dw(w.size(), 0.0f);
  const auto value = [&] {
    RmsNormForward(x.data(), w.data(), 1e-5f, rows, d, y.data(), inverse.data());
    return Dot(y, dy);
  };
  value();
  RmsNormBackward(x.data(), w.data(), inverse.data(), dy.data(), rows, d, dx.data(), dw.data());
  ExpectGradient(x, dx, value);
  ExpectGradient(w, dw, value);
}

TEST(GatedSiluTest, BackwardIsTheDerivative) {
  std::vector<float> gate = Random("gate", 13), up = Random("up", 13), dh = Random("dh", 13);
  std::vector<float> h(13), dgate(13), dup(13);
  const auto value = [&] {
    GatedSiluForward(gate.data(), up.data(), 13, h.data());
    return Dot(h, dh);
  };
  GatedSiluBackward(gate.data(), up.data(), dh.data(), 13, dgate.data(), dup.data());
  ExpectGradient(gate, dgate, value);
  ExpectGradient(up, dup, value);
}

TEST(CausalSoftmaxTest, BackwardIsTheDerivative) {
  const int64_t rows = 3, columns = 5;
  std::vector<float> scores = Random("s", rows * columns), dp = Random("dp", rows * columns);
  std::vector<float> p;
  const auto value = [&] {
    p = scores;
    CausalSoftmaxForward(p.data(), rows, columns, 2, 0.7f);
    return Dot(p, dp);
  };
  value();
  std::vector<float> ds = dp;
  CausalSoftmaxBackward(p.data(), ds.data(), rows, columns, 0.7f);
  ExpectGradient(scores, ds, value);
}

}  // namespace
}  // namespace widthlab::model
