#include "services/geometry/service/geometry_service.h"

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cpp/geometry_client.h"
#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/core/work/pair_work.h"
#include "services/geometry/service/geometry_service_fixture.h"

namespace widthlab::geometry {
namespace {

TEST_F(GeometryServiceTest, NamesTheFieldOfASpecThatIsWrong) {
  v1::MeasureWorkRequest request;
  EXPECT_THAT(MeasureWork(request), FailsOnField("activations"));
  request.mutable_spec()->set_activations(std::string(64, 'a'));
  EXPECT_THAT(MeasureWork(request), StatusIs(absl::StatusCode::kNotFound));
  request.mutable_spec()->set_hyperbolic_radius(1.5);
  EXPECT_THAT(MeasureWork(request), FailsOnField("hyperbolic_radius"));
}

TEST_F(GeometryServiceTest, ComparesCloudsAsTheCoreDoes) {
  const std::vector<float> x = Ellipse(24, 1);
  const std::vector<float> y = Ellipse(24, 2);
  const auto comparison = Compare({}, Of(x, 24, 2), Of(y, 24, 2));
  ASSERT_THAT(comparison, IsOk());
  EXPECT_EQ(comparison->geometry(), v1::GEOMETRY_RAW);
  double shift = 0;
  for (int i = 0; i < 24; ++i) shift += std::fabs(x[2 * i]) / 24;
  EXPECT_NEAR(comparison->shift(), shift, 1e-7);

  PairParams params{};
  params.geometries = {Geometry::kRaw};
  params.shift = params.metric_distortion = params.topological_change = true;
  params.hyperbolic_radius = 0.9;
  params.ground_norm = GroundNorm::kEuclidean;
  params.gromov_wasserstein = {.random_starts = 4, .max_iterations = 1000, .seed = 0};
  const auto work = MeasurePair(pool_, CloudView(x.data(), 24, 2), CloudView(y.data(), 24, 2),
                                params, [] { return false; });
  ASSERT_THAT(work, IsOk());
  const GeometryWork& raw = work->geometries[0];
  EXPECT_EQ(comparison->shift(), *raw.shift);
  EXPECT_EQ(comparison->metric_distortion(), raw.metric_distortion->distance);
  EXPECT_EQ(comparison->distortion_log().loss(), raw.metric_distortion->loss);
  EXPECT_EQ(comparison->topological_change(), raw.topological_change->distance);
  EXPECT_EQ(comparison->topology_log().pairs_in(), 1);
}

TEST_F(GeometryServiceTest, AnswersTheSameForDoublesInSmallPieces) {
  const std::vector<float> x = Ellipse(24, 1);
  const std::vector<float> y = Ellipse(24, 2);
  const std::vector<double> wide(x.begin(), x.end());
  v1::CompareCloudsSpec spec;
  spec.set_geometry(v1::GEOMETRY_HYPERBOLIC);
  const auto whole = Compare(spec, Of(x, 24, 2), Of(y, 24, 2));
  ASSERT_THAT(whole, IsOk());
  Tensor pieces = Of(wide, 24, 2);
  pieces.piece_bytes = 7;
  const auto again = Compare(spec, pieces, Of(y, 24, 2));
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(whole->SerializeAsString(), again->SerializeAsString());
}

TEST_F(GeometryServiceTest, EstimatesDimensions) {
  const std::vector<float> circle = Ellipse(100, 1);
  const auto dimension = Dimension({}, Of(circle, 100, 2));
  ASSERT_THAT(dimension, IsOk());
  EXPECT_EQ(dimension->points(), 100);
  EXPECT_EQ(dimension->distinct_points(), 100);
  EXPECT_NEAR(dimension->participation_ratio().value(), 2, 1e-6);
  EXPECT_NEAR(dimension->effective_rank().value(), 2, 1e-6);
  EXPECT_NEAR(dimension->levina_bickel().value(), 1, 0.3);

  const auto none = Dimension({}, Of({}, 0, 5));
  ASSERT_THAT(none, IsOk());
  EXPECT_FALSE(none->two_nn().has_value());
  EXPECT_EQ(none->two_nn().undefined_reason(), "fewer than 3 distinct points");
  EXPECT_EQ(none->effective_rank().undefined_reason(), "fewer than 2 points");

  v1::EstimateDimensionSpec spherical;
  spherical.set_geometry(v1::GEOMETRY_SPHERICAL);
  const std::vector<float> zeros(8, 0.0f);
  EXPECT_THAT(Dimension(spherical, Of(zeros, 4, 2)), FailsOnField("cloud[0]"));
}

TEST_F(GeometryServiceTest, AnswersTheTypedClient) {
  // More than one piece of 512 KiB.
  const std::vector<float> x(40 * 5000, 0.5f);
  std::vector<float> y = x;
  for (size_t i = 4999; i < y.size(); i += 5000) y[i] = 3.5f;
  client::GeometryClient geometry({"in-process", server_->InProcessChannel(), {}});
  v1::CompareCloudsSpec shift;
  shift.add_statistics(v1::STATISTIC_SHIFT);
  const auto comparison =
      geometry.CompareClouds(shift, client::CloudOf(absl::MakeConstSpan(x), 40, 5000),
                             client::CloudOf(absl::MakeConstSpan(y), 40, 5000));
  ASSERT_THAT(comparison, IsOk());
  EXPECT_DOUBLE_EQ(comparison->shift(), 3);
  const std::vector<double> line = {0, 1, 3};
  const auto dimension =
      geometry.EstimateDimension({}, client::CloudOf(absl::MakeConstSpan(line), 3, 1));
  ASSERT_THAT(dimension, IsOk());
  EXPECT_NEAR(dimension->participation_ratio().value(), 1, 1e-15);
  EXPECT_TRUE(dimension->two_nn().has_value());
  EXPECT_THAT(geometry.EstimateDimension({}, client::CloudOf(absl::MakeConstSpan(line), 4, 1)),
              FailsOnField("cloud.data"));
}

TEST_F(GeometryServiceTest, ChecksTheStreamBeforeItComputes) {
  const std::vector<float> x = Ellipse(4, 1);
  v1::CompareCloudsSpec spec;
  spec.set_random_starts(-1);
  EXPECT_THAT(Compare(spec, Of(x, 4, 2), Of(x, 4, 2)), FailsOnField("random_starts"));
  EXPECT_THAT(Compare({}, Of(x, 4, 3), Of(x, 4, 2)), FailsOnField("x.data"));
  EXPECT_THAT(Compare({}, Of(x, 4, 2), Of(x, 4, 5)), FailsOnField("y.data"));
  EXPECT_THAT(Send({}), FailsOnField("spec"));
  v1::CompareCloudsRequest with_spec, y;
  with_spec.mutable_spec();
  *y.mutable_y() = Pieces(Of(x, 4, 2))[0];
  v1::CompareCloudsRequest first_x;
  *first_x.mutable_x() = Pieces(Of(x, 4, 2))[0];
  EXPECT_THAT(Send({first_x}), FailsOnField("spec"));
  EXPECT_THAT(Send({with_spec, y}), FailsOnField("x"));
  EXPECT_THAT(Send({with_spec, first_x}), FailsOnField("y"));
  EXPECT_THAT(Send({with_spec, first_x, y, first_x}), FailsOnField("x"));
  EXPECT_THAT(Send({with_spec, with_spec}), FailsOnField("part"));
  EXPECT_THAT(Send({with_spec, {}}), FailsOnField("part"));
}

TEST_F(GeometryServiceTest, RefusesWhatItWouldNotFitWithBothFigures) {
  // The header alone: no byte of the 4 TB has to be sent.
  v1::CompareCloudsRequest spec, huge;
  spec.mutable_spec();
  huge.mutable_x()->mutable_header()->set_data_type(tensor::v1::DATA_TYPE_FLOAT32);
  huge.mutable_x()->mutable_header()->add_shape(1'000'000);
  huge.mutable_x()->mutable_header()->add_shape(1'000'000);
  const auto refused = Send({spec, huge});
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted,
                                testing::HasSubstr("3.64 TiB, and this server allows 128 MiB")));
  EXPECT_EQ(FactsOf(refused.status())->reason, "CLOUD_TOO_LARGE");
  // Small to send, but with a square of distances that is not.
  const std::vector<float> many(20'000, 1.0f);
  const auto square = Compare({}, Of(many, 20'000, 1), Of(many, 20'000, 1));
  EXPECT_EQ(FactsOf(square.status())->reason, "CLOUD_TOO_LARGE");
  EXPECT_EQ(FactsOf(square.status())->metadata.at("allowed"), "384 MiB");
  v1::EstimateDimensionSpec dimension;
  EXPECT_EQ(FactsOf(Dimension(dimension, Of(many, 20'000, 1)).status())->reason, "CLOUD_TOO_LARGE");
  // But shift takes no distances within a cloud.
  v1::CompareCloudsSpec shift;
  shift.add_statistics(v1::STATISTIC_SHIFT);
  EXPECT_THAT(Compare(shift, Of(many, 20'000, 1), Of(many, 20'000, 1)), IsOk());
}

TEST_F(GeometryServiceTest, CloudsOfAllCallsShareTheMemory) {
  // Most of the 128 MiB, of which no byte is sent.
  v1::CompareCloudsRequest spec, large;
  spec.mutable_spec();
  large.mutable_x()->mutable_header()->set_data_type(tensor::v1::DATA_TYPE_FLOAT32);
  large.mutable_x()->mutable_header()->add_shape(25);
  large.mutable_x()->mutable_header()->add_shape(1 << 20);
  // What another call is told: SERVER_BUSY, or, with room for it, that its bytes are missing.
  const auto told = [&] { return FactsOf(Send({spec, large}).status())->reason; };
  const auto wait_for = [&](const std::string& reason) {
    for (int i = 0; i < 500 && told() != reason; ++i) absl::SleepFor(absl::Milliseconds(20));
    return told();
  };
  EXPECT_EQ(told(), "INVALID_FIELD");
  grpc::ClientContext context;
  v1::CloudComparison response;
  const auto holder = stub_->CompareClouds(&context, &response);
  ASSERT_TRUE(holder->Write(spec));
  ASSERT_TRUE(holder->Write(large));
  EXPECT_EQ(wait_for("SERVER_BUSY"), "SERVER_BUSY");
  context.TryCancel();
  holder->Finish();
  EXPECT_EQ(wait_for("INVALID_FIELD"), "INVALID_FIELD");
}

TEST_F(GeometryServiceTest, StopsWhenTheClientHasNoMoreTime) {
  numeric::RandomStream stream(1, "slow");
  constexpr int kPoints = 500;
  std::vector<float> x(kPoints * 8);
  stream.FillNormal(absl::MakeSpan(x), 1.0);
  std::vector<float> y(x.rbegin(), x.rend());
  v1::CompareCloudsSpec spec;
  spec.add_statistics(v1::STATISTIC_METRIC_DISTORTION);
  spec.set_random_starts(1000);  // half a minute and more
  timeout_ = std::chrono::milliseconds(500);
  EXPECT_THAT(Compare(spec, Of(x, kPoints, 8), Of(y, kPoints, 8)),
              StatusIs(absl::StatusCode::kDeadlineExceeded));
  // The handler ends soon after: draining waits for it, at most for its grace of ten seconds.
  const absl::Time begin = absl::Now();
  server_->Drain();
  EXPECT_LT(absl::Now() - begin, absl::Seconds(5));
}

}  // namespace
}  // namespace widthlab::geometry
