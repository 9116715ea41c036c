// The geometry service's answers about clouds that lie in memory; jobs are made by stages.
//
//   GeometryClient geometry(connections.geometry);
//   const CloudSource x = CloudOf(absl::MakeConstSpan(states), n, d);    // float or double
//   ASSIGN_OR_RETURN(const CloudComparison found, geometry.CompareClouds({}, x, y));
//   found.shift();
#ifndef WIDTHLAB_CLIENTS_CPP_GEOMETRY_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_GEOMETRY_CLIENT_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "clients/cpp/connection.h"
#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"

namespace widthlab::client {

// Points in somebody else's memory, row by row; `bytes` has as many as type and shape need.
struct CloudSource {
  tensor::v1::DataType type;
  int64_t points;
  int64_t dimension;
  std::string_view bytes;
};

inline CloudSource CloudOf(absl::Span<const float> values, int64_t points, int64_t dimension) {
  return {tensor::v1::DATA_TYPE_FLOAT32,
          points,
          dimension,
          {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}};
}
inline CloudSource CloudOf(absl::Span<const double> values, int64_t points, int64_t dimension) {
  return {tensor::v1::DATA_TYPE_FLOAT64,
          points,
          dimension,
          {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)}};
}

class GeometryClient {
 public:
  // `timeout` is that of one try, the sending included.
  explicit GeometryClient(const Connection& connection, absl::Duration timeout = absl::Hours(1));

  // Streams x and y; begins again where the connection was lost.
  absl::StatusOr<geometry::v1::CloudComparison> CompareClouds(
      const geometry::v1::CompareCloudsSpec& spec, const CloudSource& x, const CloudSource& y);

  absl::StatusOr<geometry::v1::CloudDimension> EstimateDimension(
      const geometry::v1::EstimateDimensionSpec& spec, const CloudSource& cloud);

 private:
  Connection connection_;
  absl::Duration timeout_;
  std::unique_ptr<geometry::v1::GeometryService::StubInterface> stub_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_GEOMETRY_CLIENT_H_
