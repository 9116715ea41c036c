// Times the geometry cores: one JSON object a line for each statistic and geometry.
//
//   geometry_bench --x X.npy --y Y.npy --statistic all --geometry all --threads 2 --repeat 5
// Without inputs it measures noisy six-tori of 256 and 512 points in 256 dimensions.
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/numeric/random_stream.h"
#include "common/numeric/thread_pool.h"
#include "common/status/macros.h"
#include "nlohmann/json.hpp"
#include "services/geometry/core/dimension/covariance_dimension.h"
#include "services/geometry/core/dimension/levina_bickel.h"
#include "services/geometry/core/dimension/neighbours.h"
#include "services/geometry/core/dimension/two_nn.h"
#include "services/geometry/core/distance/cloud_check.h"
#include "services/geometry/core/distance/distance_check.h"
#include "services/geometry/core/distance/distance_matrix.h"
#include "services/geometry/core/distance/geometry.h"
#include "services/geometry/core/homology/rips_persistence.h"
#include "services/geometry/core/transport/diagram_distance.h"
#include "services/geometry/core/transport/gromov_wasserstein.h"
#include "services/geometry/core/work/shift.h"
#include "services/host/flag_set.h"
#include "tests/bench/matrix_file.h"
#include "tests/bench/peak_memory.h"

namespace widthlab::geometry {
namespace {

using nlohmann::json;

constexpr double kRadius = 0.9;

struct Options {
  std::string x, y, distances, distances_y, dump_diagram;
  std::string statistic = "all";
  std::string geometry = "all";
  std::string gw_starts = "default";
  int threads = 2;
  int repeat = 3;
};

double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of all threads of the process.
double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

// A cloud, or distances instead.
struct Side {
  bench::Cloud cloud;
  Matrix distances;
  int64_t points = 0;
};

struct Input {
  Side x, y;
  bool is_distances = false;
};

// What one run of a statistic found.
struct Found {
  double value = 0;
  json details = json::object();
};

class Bench {
 public:
  Bench(const Options& options, const Input& input)
      : options_(options), input_(input), pool_(options.threads) {}

  void Run() {
    for (const Geometry geometry : {Geometry::kRaw, Geometry::kSpherical, Geometry::kHyperbolic}) {
      const std::string name(input_.is_distances ? "distances" : GeometryName(geometry));
      if (input_.is_distances && geometry != Geometry::kRaw) break;
      if (!input_.is_distances && options_.geometry != "all" && options_.geometry != name) continue;
      const bool both = input_.y.points > 0;
      if (both && !input_.is_distances) Time("shift", name, [&] { return Shift(geometry); });
      Time("h1", name, [&] { return H1(geometry); });
      if (both) Time("w2", name, [&] { return W2(geometry); });
      if (both && input_.x.points == input_.y.points)
        Time("gw", name, [&] { return Gw(geometry); });
      Time("twonn", name, [&] { return Dimension(geometry, /*two_nn=*/true); });
      Time("mle", name, [&] { return Dimension(geometry, /*two_nn=*/false); });
      // Of the rows as they are.
      if (geometry == Geometry::kRaw && !input_.is_distances) {
        Time("participation", name, [&] { return Participation(); });
      }
    }
  }

 private:
  void Time(const std::string& statistic, const std::string& geometry,
            const std::function<Found()>& run) {
    if (options_.statistic != "all" && options_.statistic != statistic) return;
    std::vector<double> seconds, processor_seconds;
    Found found;
    for (int i = 0; i < options_.repeat; ++i) {
      const double start = Seconds();
      const double processor_start = ProcessorSeconds();
      found = run();
      seconds.push_back(Seconds() - start);
      processor_seconds.push_back(ProcessorSeconds() - processor_start);
    }
    const json line = {{"statistic", statistic},
                       {"geometry", geometry},
                       {"value", found.value},
                       {"seconds", Median(seconds)},
                       {"processor_seconds", Median(processor_seconds)},
                       {"peak_rss_bytes", bench::PeakResidentBytes()},
                       {"points_x", input_.x.points},
                       {"points_y", input_.y.points},
                       {"dimension", input_.x.cloud.View().dimension()},
                       {"threads", options_.threads},
                       {"details", found.details}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
  }

  double Scale() const { return CommonScale(input_.x.cloud.View(), input_.y.cloud.View()); }

  // Of one of the inputs, which are distances or have theirs put into `computed`. The clouds are
  // not kept in memory beside them.
  const Matrix& Distances(const Side& input, Geometry geometry, Matrix& computed) {
    if (input_.is_distances) return input.distances;
    const bool raw = geometry == Geometry::kRaw;
    const double scale = Scale();
    CloudDistances d = ComputeDistances(pool_, ScaledCloud(pool_, input.cloud.View(), scale),
                                        {.raw = raw, .angle = !raw});
    input_.x.cloud.Release();
    input_.y.cloud.Release();
    if (raw) {
      d.raw /= scale;
      computed.swap(d.raw);
    } else if (geometry == Geometry::kSpherical) {
      computed.swap(d.angle);
    } else {
      computed = HyperbolicDistances(pool_, d.angle, kRadius);
    }
    return computed;
  }

  std::vector<DiagramPoint> Diagram(const Side& input, Geometry geometry) {
    Matrix computed;
    const Matrix& distance = Distances(input, geometry, computed);
    std::vector<DiagramPoint> diagram;
    for (const EdgePair& p : RipsPersistence(pool_, distance)) {
      diagram.push_back({distance(p.birth.i, p.birth.j), distance(p.death.i, p.death.j)});
    }
    return diagram;
  }

  Found Shift(Geometry geometry) {
    const double scale = Scale();
    const ScaledCloud x(pool_, input_.x.cloud.View(), scale);
    const ScaledCloud y(pool_, input_.y.cloud.View(), scale);
    return {MeanShift(x, y, geometry, kRadius) / (geometry == Geometry::kRaw ? scale : 1)};
  }

  Found H1(Geometry geometry) {
    const std::vector<DiagramPoint> diagram = Diagram(input_.x, geometry);
    if (!options_.dump_diagram.empty()) {
      std::ofstream file(options_.dump_diagram);
      file.precision(17);
      for (const DiagramPoint& p : diagram) file << p.birth << "," << p.death << "\n";
    }
    return {static_cast<double>(diagram.size())};
  }

  Found W2(Geometry geometry) {
    const std::vector<DiagramPoint> x = Diagram(input_.x, geometry);
    const std::vector<DiagramPoint> y = Diagram(input_.y, geometry);
    const double start = Seconds();
    const double processor_start = ProcessorSeconds();
    const DiagramDistance d = ComputeDiagramDistance(x, y, GroundNorm::kEuclidean);
    return {d.distance,
            {{"transport_seconds", Seconds() - start},
             {"transport_processor_seconds", ProcessorSeconds() - processor_start},
             {"pairs_x", x.size()},
             {"pairs_y", y.size()},
             {"primal", d.primal},
             {"dual", d.dual}}};
  }

  Found Gw(Geometry geometry) {
    Matrix computed_x, computed_y;
    const Matrix& dx = Distances(input_.x, geometry, computed_x);
    const Matrix& dy = Distances(input_.y, geometry, computed_y);
    const GromovWasserstein gw =
        SolveGromovWasserstein(pool_, dx, dy,
                               {.random_starts = 4,
                                .max_iterations = 1000,
                                .seed = 0,
                                .only_identity = options_.gw_starts == "identity"},
                               [] { return false; });
    const StartLog& best = gw.starts[gw.best_start];
    json starts = json::object();
    for (const StartLog& start : gw.starts) starts[start.name] = start.loss;
    return {gw.distance,
            {{"best_start", best.name},
             {"loss", gw.loss},
             {"identity_loss", gw.identity_loss},
             {"lower_bound", gw.lower_bound},
             {"iterations", best.iterations},
             {"exchanges", best.exchanges},
             {"gap", best.gap},
             {"termination", std::string(TerminationName(best.termination))},
             {"starts", starts}}};
  }

  Found Dimension(Geometry geometry, bool two_nn) {
    Matrix computed;
    const Matrix& distance = Distances(input_.x, geometry, computed);
    const NeighbourDistances n = FindNeighbours(pool_, distance, NeighbourRange().most);
    const DimensionEstimate d = two_nn ? TwoNnDimension(n) : LevinaBickelDimension(n);
    return {d.value, {{"distinct_points", n.distinct}, {"undefined_reason", d.undefined_reason}}};
  }

  Found Participation() {
    const CovarianceDimension d =
        *MeasureCovariance(pool_, input_.x.cloud.View(), [] { return false; });
    return {d.participation_ratio.value,
            {{"effective_rank", d.effective_rank.value},
             {"undefined_reason", d.participation_ratio.undefined_reason}}};
  }

  const Options& options_;
  const Input& input_;
  numeric::ThreadPool pool_;
};

// 24 cosines of random integer combinations of six angles, mapped to 256 dimensions, with noise, on
// the unit sphere.
Matrix NoisyTorus(int64_t n, uint64_t seed) {
  constexpr int kAngles = 6, kCosines = 24, kDimension = 256;
  numeric::RandomStream stream(seed, "noisy_torus");
  Matrix combination(kCosines, kAngles), map(kDimension, kCosines);
  Vector phase(kCosines);
  for (int64_t i = 0; i < combination.size(); ++i) {
    combination.data()[i] = static_cast<double>(stream.Below(5)) - 2;
  }
  for (int64_t i = 0; i < phase.size(); ++i) phase[i] = 2 * M_PI * stream.Uniform();
  for (int64_t i = 0; i < map.size(); ++i) map.data()[i] = stream.Normal() / std::sqrt(kCosines);
  Matrix cloud(n, kDimension);
  for (int64_t i = 0; i < n; ++i) {
    Vector angle(kAngles);
    for (int64_t a = 0; a < kAngles; ++a) angle[a] = 2 * M_PI * stream.Uniform();
    Vector row = map * (combination * angle + phase).array().cos().matrix();
    for (int64_t k = 0; k < kDimension; ++k) row[k] += 0.05 * stream.Normal();
    cloud.row(i) = row.normalized();
  }
  return cloud;
}

// Without points where `path` is empty.
absl::StatusOr<Side> ReadSide(const std::string& path, const std::string& name, bool is_distances,
                              bool need_directions) {
  Side side;
  if (path.empty()) return side;
  if (is_distances) {
    ASSIGN_OR_RETURN(side.distances, bench::ReadMatrix(path));
    RETURN_IF_ERROR(CheckDistances(side.distances, name));
    side.points = side.distances.rows();
  } else {
    ASSIGN_OR_RETURN(side.cloud, bench::Cloud::Open(path));
    RETURN_IF_ERROR(CheckCloud(side.cloud.View(), name, need_directions));
    side.points = side.cloud.View().points();
  }
  return side;
}

absl::StatusOr<Input> ReadInput(const Options& options) {
  const bool distances = !options.distances.empty(), directions = options.geometry != "raw";
  const std::string& x = distances ? options.distances : options.x;
  const std::string& y = distances ? options.distances_y : options.y;
  Input input{{}, {}, distances};
  ASSIGN_OR_RETURN(input.x, ReadSide(x, "x", distances, directions));
  ASSIGN_OR_RETURN(input.y, ReadSide(y, "y", distances, directions));
  return input;
}

Side MadeUp(Matrix cloud) {
  const int64_t points = cloud.rows();
  return {bench::Cloud(std::move(cloud)), {}, points};
}

absl::Status Main(const std::vector<std::string>& arguments) {
  Options options;
  host::FlagSet flags;
  flags.Add("x", "FILE.npy", "Cloud before, one point a row.", &options.x);
  flags.Add("y", "FILE.npy", "Cloud after.", &options.y);
  flags.Add("distances", "FILE.npy", "Distances instead of --x.", &options.distances);
  flags.Add("distances-y", "FILE.npy", "Distances instead of --y.", &options.distances_y);
  flags.Add("statistic", "NAME", "shift, h1, w2, gw, twonn, mle, participation or all.",
            &options.statistic);
  flags.Add("geometry", "NAME", "raw, spherical, hyperbolic or all.", &options.geometry);
  flags.Add("gw-starts", "NAME", "default or identity.", &options.gw_starts);
  flags.Add("dump-diagram", "FILE", "Writes the pairs of X as birth,death.", &options.dump_diagram);
  flags.AddInt("threads", "N", "Computing threads.", 1, 1024, &options.threads);
  flags.AddInt("repeat", "N", "Runs of which the median is shown.", 1, 1000, &options.repeat);
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    std::printf(
        "usage: geometry_bench [FLAG...]\n\n"
        "One JSON line for each statistic and geometry; without a cloud, of noisy 6-tori.\n\n%s",
        flags.Help().c_str());
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(flags.Parse(arguments));
  if (!options.x.empty() || !options.distances.empty()) {
    ASSIGN_OR_RETURN(const Input input, ReadInput(options));
    Bench(options, input).Run();
    return absl::OkStatus();
  }
  for (const int64_t n : {256, 512}) {
    Bench(options, {MadeUp(NoisyTorus(n, 1)), MadeUp(NoisyTorus(n, 2)), false}).Run();
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace widthlab::geometry

int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);  // what is freed goes back after each repetition
  const absl::Status status = widthlab::geometry::Main({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return 2;
}
