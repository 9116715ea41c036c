#include "services/geometry/core/distance/distance_check.h"

#include <limits>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

using ::testing::HasSubstr;

Matrix Triangle() {
  Matrix d(3, 3);
  d << 0, 3, 4, 3, 0, 5, 4, 5, 0;
  return d;
}

void ExpectNamed(const Matrix& d, const char* field, const char* allowed) {
  const absl::Status status = CheckDistances(d, "x");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr(field));
  EXPECT_THAT(std::string(status.message()), HasSubstr(allowed));
}

TEST(DistanceCheckTest, PassesAnyDissimilarity) {
  EXPECT_THAT(CheckDistances(Triangle(), "x"), IsOk());
  EXPECT_THAT(CheckDistances(Matrix(0, 0), "x"), IsOk());
  Matrix far = Triangle();
  far(0, 1) = far(1, 0) = 100;  // no triangle
  EXPECT_THAT(CheckDistances(far, "x"), IsOk());
}

TEST(DistanceCheckTest, NamesEntriesThatAreNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Matrix d = Triangle();
    d(1, 2) = d(2, 1) = bad;
    ExpectNamed(d, "x[1][2]", "finite");
  }
}

TEST(DistanceCheckTest, NamesNegativeEntries) {
  Matrix d = Triangle();
  d(0, 2) = d(2, 0) = -1;
  ExpectNamed(d, "x[0][2]", "at least 0");
}

TEST(DistanceCheckTest, NamesWhatIsNotSymmetricOrNotZeroOnTheDiagonal) {
  Matrix d = Triangle();
  d(2, 1) = 6;
  ExpectNamed(d, "x[1][2]", "the other way round, 6");
  d = Triangle();
  d(1, 1) = 1e-9;
  ExpectNamed(d, "x[1][1]", "itself");
}

TEST(DistanceCheckTest, NamesAMatrixThatIsNotSquare) {
  ExpectNamed(Matrix::Zero(2, 3), "x", "square");
}

}  // namespace
}  // namespace widthlab::geometry
