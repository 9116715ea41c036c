#include "services/geometry/service/geometry_service.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cpp/geometry_client.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/job/in_process_launcher.h"
#include "common/numeric/random_stream.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/geometry/core/work/pair_work.h"
#include "services/geometry/service/geometry_area.h"
#include "services/host/area_runtime.h"

namespace widthlab::geometry {
namespace {

class GeometryServiceTest : public testing::Test {
 protected:
  GeometryServiceTest() {
    auto area = host::AreaRuntime::Open(GeometryArea(), {.folder = folder_.path(),
                                                         .store = store_,
                                                         .pool = pool_,
                                                         .launcher = launcher_,
                                                         .host = host_,
                                                         .import_roots = import_roots_});
    EXPECT_THAT(area, IsOk());
    area_ = *std::move(area);
    auto server = rpc::ServerRunner::Start({.listen = "127.0.0.1:0"}, host_, area_->services());
    EXPECT_THAT(server, IsOk());
    server_ = *std::move(server);
    stub_ = v1::GeometryService::NewStub(server_->InProcessChannel());
  }

  absl::StatusOr<job::v1::Job> MeasureWork(const v1::MeasureWorkRequest& request) {
    grpc::ClientContext context;
    job::v1::Job job;
    RETURN_IF_ERROR(rpc::FromGrpc(stub_->MeasureWork(&context, request, &job)));
    return job;
  }

  // A cloud to be sent.
  struct Tensor {
    tensor::v1::DataType type;
    std::vector<int64_t> shape;
    std::string bytes;
    size_t piece_bytes = 512 * 1024;
  };

  template <typename T>
  static Tensor Of(const std::vector<T>& values, int64_t points, int64_t dimension) {
    const auto type =
        sizeof(T) == 4 ? tensor::v1::DATA_TYPE_FLOAT32 : tensor::v1::DATA_TYPE_FLOAT64;
    const size_t size =
        std::min(values.size(), static_cast<size_t>(points * dimension)) * sizeof(T);
    return {type, {points, dimension}, {reinterpret_cast<const char*>(values.data()), size}};
  }
  static Tensor Of(std::initializer_list<float>, int64_t points, int64_t dimension) {
    return {tensor::v1::DATA_TYPE_FLOAT32, {points, dimension}, ""};
  }

  static std::vector<tensor::v1::TensorChunk> Pieces(const Tensor& tensor) {
    std::vector<tensor::v1::TensorChunk> pieces(1);
    pieces[0].mutable_header()->set_data_type(tensor.type);
    for (const int64_t size : tensor.shape) pieces[0].mutable_header()->add_shape(size);
    for (size_t at = 0; at < tensor.bytes.size(); at += tensor.piece_bytes) {
      if (at > 0) pieces.emplace_back();
      pieces.back().set_data(tensor.bytes.substr(at, tensor.piece_bytes));
    }
    return pieces;
  }

  absl::StatusOr<v1::CloudComparison> Send(const std::vector<v1::CompareCloudsRequest>& requests) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout_);
    v1::CloudComparison response;
    const auto writer = stub_->CompareClouds(&context, &response);
    for (const v1::CompareCloudsRequest& request : requests) {
      if (!writer->Write(request)) break;
    }
    writer->WritesDone();
    RETURN_IF_ERROR(rpc::FromGrpc(writer->Finish()));
    return response;
  }

  absl::StatusOr<v1::CloudComparison> Compare(const v1::CompareCloudsSpec& spec, const Tensor& x,
                                              const Tensor& y) {
    std::vector<v1::CompareCloudsRequest> requests(1);
    *requests[0].mutable_spec() = spec;
    for (const auto& piece : Pieces(x)) *requests.emplace_back().mutable_x() = piece;
    for (const auto& piece : Pieces(y)) *requests.emplace_back().mutable_y() = piece;
    return Send(requests);
  }

  absl::StatusOr<v1::CloudDimension> Dimension(const v1::EstimateDimensionSpec& spec,
                                               const Tensor& cloud) {
    grpc::ClientContext context;
    v1::CloudDimension response;
    const auto writer = stub_->EstimateDimension(&context, &response);
    v1::EstimateDimensionRequest request;
    *request.mutable_spec() = spec;
    writer->Write(request);
    for (const auto& piece : Pieces(cloud)) {
      *request.mutable_cloud() = piece;
      if (!writer->Write(request)) break;
    }
    writer->WritesDone();
    RETURN_IF_ERROR(rpc::FromGrpc(writer->Finish()));
    return response;
  }

  std::chrono::milliseconds timeout_{60'000};
  artifact::TemporaryFolder folder_;
  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
  job::InProcessLauncher launcher_{store_, pool_};
  rpc::Host host_;
  host::ImportRoots import_roots_{{}};
  std::unique_ptr<host::AreaRuntime> area_;
  std::unique_ptr<rpc::ServerRunner> server_;
  std::unique_ptr<v1::GeometryService::Stub> stub_;
};

TEST_F(GeometryServiceTest, NamesTheFieldOfASpecThatIsWrong) {
  v1::MeasureWorkRequest request;
  EXPECT_THAT(MeasureWork(request), FailsOnField("activations"));
  request.mutable_spec()->set_activations(std::string(64, 'a'));
  EXPECT_THAT(MeasureWork(request), StatusIs(absl::StatusCode::kNotFound));
  request.mutable_spec()->set_hyperbolic_radius(1.5);
  EXPECT_THAT(MeasureWork(request), FailsOnField("hyperbolic_radius"));
}

// The rows of a circle, and of an ellipse twice as wide.
std::vector<float> Ellipse(int64_t n, float width) {
  std::vector<float> rows;
  for (int64_t i = 0; i < n; ++i) {
    const double angle = 2 * M_PI * static_cast<double>(i) / static_cast<double>(n);
    rows.push_back(width * static_cast<float>(std::cos(angle)));
    rows.push_back(static_cast<float>(std::sin(angle)));
  }
  return rows;
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

TEST_F(GeometryServiceTest, TakesCloudsOfDifferentSizeWhereTheStatisticDoes) {
  const std::vector<float> x = Ellipse(24, 1);
  const std::vector<float> y(30 * 3, 0.5f);
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 30, 3)), FailsOnField("y"));
  v1::CompareCloudsSpec topology;
  topology.add_statistics(v1::STATISTIC_TOPOLOGICAL_CHANGE);
  const auto change = Compare(topology, Of(x, 24, 2), Of(y, 30, 3));
  ASSERT_THAT(change, IsOk());
  EXPECT_FALSE(change->has_shift());
  EXPECT_FALSE(change->has_metric_distortion());
  EXPECT_EQ(change->topology_log().pairs_out(), 0);
  v1::CompareCloudsSpec shift;
  shift.add_statistics(v1::STATISTIC_SHIFT);
  EXPECT_THAT(Compare(shift, Of(x, 24, 2), Of(x, 16, 3)), FailsOnField("y"));
  EXPECT_THAT(Compare(shift, Of({}, 0, 2), Of({}, 0, 2)), FailsOnField("x"));
  EXPECT_THAT(Compare(shift, Of({}, 3, 0), Of({}, 3, 0)), FailsOnField("x"));
  EXPECT_THAT(Compare({}, Of(x, 1, 2), Of(x, 1, 2)), IsOk());
  EXPECT_THAT(Compare({}, Of(x, 2, 2), Of(x, 2, 2)), IsOk());
}

TEST_F(GeometryServiceTest, NamesTheCloudAndRowThatCannotBeMeasured) {
  std::vector<float> x = Ellipse(24, 1);
  std::vector<float> y = x;
  y[2 * 5 + 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 24, 2)), FailsOnField("y[5][1]"));
  y[2 * 5 + 1] = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(Compare({}, Of(x, 24, 2), Of(y, 24, 2)), FailsOnField("y[5][1]"));
  EXPECT_THAT(Dimension({}, Of(y, 24, 2)), FailsOnField("cloud[5][1]"));
  x[2 * 7] = x[2 * 7 + 1] = 0;
  v1::CompareCloudsSpec spec;
  spec.set_geometry(v1::GEOMETRY_SPHERICAL);
  EXPECT_THAT(Compare(spec, Of(x, 24, 2), Of(x, 24, 2)), FailsOnField("x[7]"));
}

TEST_F(GeometryServiceTest, AnswersForPointsThatAreEqualOrOnALine) {
  const std::vector<float> equal = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  const auto none = Compare({}, Of(equal, 5, 2), Of(equal, 5, 2));
  ASSERT_THAT(none, IsOk());
  EXPECT_EQ(none->shift(), 0);
  EXPECT_EQ(none->metric_distortion(), 0);
  EXPECT_EQ(none->topological_change(), 0);
  const auto point = Dimension({}, Of(equal, 5, 2));
  ASSERT_THAT(point, IsOk());
  EXPECT_EQ(point->distinct_points(), 1);
  EXPECT_THAT(point->two_nn().undefined_reason(), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(point->participation_ratio().undefined_reason(), testing::Not(testing::IsEmpty()));

  std::vector<float> line;
  for (int i = 0; i < 20; ++i) {
    line.push_back(static_cast<float>(i));
    line.push_back(static_cast<float>(2 * i));
  }
  const auto one = Dimension({}, Of(line, 20, 2));
  ASSERT_THAT(one, IsOk());
  EXPECT_NEAR(one->participation_ratio().value(), 1, 1e-12);
  EXPECT_FALSE(one->two_nn().has_value());
  // A hole on one side only goes to the diagonal: its persistence over √2.
  const std::vector<float> square = {0, 0, 3, 0, 3, 3, 0, 3};
  v1::CompareCloudsSpec topology;
  topology.add_statistics(v1::STATISTIC_TOPOLOGICAL_CHANGE);
  const auto hole = Compare(topology, Of(square, 4, 2), Of(line, 20, 2));
  ASSERT_THAT(hole, IsOk());
  EXPECT_EQ(hole->topology_log().pairs_in(), 1);
  EXPECT_EQ(hole->topology_log().pairs_out(), 0);
  EXPECT_NEAR(hole->topological_change(), (std::sqrt(18.0) - 3) / std::sqrt(2.0), 1e-12);
}

TEST_F(GeometryServiceTest, AnswersForDuplicatesTiesAndMoreCoordinatesThanPoints) {
  std::vector<float> twice = Ellipse(12, 1);
  twice.insert(twice.end(), twice.begin(), twice.begin() + 24);
  const auto merged = Dimension({}, Of(twice, 24, 2));
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->points(), 24);
  EXPECT_EQ(merged->distinct_points(), 12);
  EXPECT_THAT(Compare({}, Of(twice, 24, 2), Of(Ellipse(24, 2), 24, 2)), IsOk());

  // Each of the 16 unit squares of a grid is a hole from 1 to √2, whatever the order of the ties.
  std::vector<float> grid;
  for (int i = 0; i < 25; ++i) {
    grid.push_back(static_cast<float>(i % 5));
    grid.push_back(static_cast<float>(i / 5));
  }
  std::vector<float> empty(50, 7.0f);
  const auto squares = Compare({}, Of(grid, 25, 2), Of(empty, 25, 2));
  ASSERT_THAT(squares, IsOk());
  EXPECT_EQ(squares->topology_log().pairs_in(), 16);
  EXPECT_NEAR(squares->topological_change(), std::sqrt(8.0) * (std::sqrt(2.0) - 1), 1e-12);
  const auto lattice = Dimension({}, Of(grid, 25, 2));
  ASSERT_THAT(lattice, IsOk());
  EXPECT_FALSE(lattice->two_nn().has_value());

  const std::vector<float> wide = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  for (const auto geometry : {v1::GEOMETRY_RAW, v1::GEOMETRY_SPHERICAL, v1::GEOMETRY_HYPERBOLIC}) {
    v1::CompareCloudsSpec spec;
    spec.set_geometry(geometry);
    const auto same = Compare(spec, Of(wide, 3, 4), Of(wide, 3, 4));
    ASSERT_THAT(same, IsOk());
    EXPECT_EQ(same->metric_distortion(), 0);
  }
}

TEST_F(GeometryServiceTest, CarriesHugeAndTinyCoordinates) {
  const std::vector<float> x = Ellipse(24, 1), y = Ellipse(24, 2);
  const auto plain = Compare({}, Of(x, 24, 2), Of(y, 24, 2));
  ASSERT_THAT(plain, IsOk());
  for (const double scale : {1e150, 1e-150}) {
    std::vector<double> sx(x.begin(), x.end()), sy(y.begin(), y.end());
    for (double& value : sx) value *= scale;
    for (double& value : sy) value *= scale;
    const auto scaled = Compare({}, Of(sx, 24, 2), Of(sy, 24, 2));
    ASSERT_THAT(scaled, IsOk()) << scale;
    EXPECT_NEAR(scaled->shift() / scale, plain->shift(), 1e-12);
    EXPECT_NEAR(scaled->metric_distortion() / scale, plain->metric_distortion(), 1e-12);
    EXPECT_NEAR(scaled->topological_change() / scale, plain->topological_change(), 1e-12);
    const auto dimension = Dimension({}, Of(sy, 24, 2));
    ASSERT_THAT(dimension, IsOk()) << scale;
    EXPECT_NEAR(dimension->participation_ratio().value(), 1.47, 0.01);  // (4 + 1)²/(16 + 1)
  }
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

TEST_F(GeometryServiceTest, StopsInTheMiddleOfPersistenceToo) {
  // A circle, the hard case: some ten seconds in one column.
  constexpr int kPoints = 1024;
  const std::vector<float> circle = Ellipse(kPoints, 1);
  v1::CompareCloudsSpec spec;
  spec.add_statistics(v1::STATISTIC_TOPOLOGICAL_CHANGE);
  timeout_ = std::chrono::milliseconds(700);
  const absl::Time begin = absl::Now();
  const auto stopped = Compare(spec, Of(circle, kPoints, 2), Of(circle, kPoints, 2));
  server_->Drain();
  EXPECT_LT(absl::Now() - begin, absl::Seconds(5));
  EXPECT_THAT(stopped, StatusIs(absl::StatusCode::kDeadlineExceeded));
}

}  // namespace
}  // namespace widthlab::geometry
