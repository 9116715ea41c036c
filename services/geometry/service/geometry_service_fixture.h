// A geometry service in this process, and what a client would send to it.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_FIXTURE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_FIXTURE_H_

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/job/in_process_launcher.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "services/geometry/service/geometry_area.h"
#include "services/geometry/service/geometry_service.h"
#include "services/host/area_runtime.h"

namespace widthlab::geometry {

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

// The rows of a circle, and of an ellipse twice as wide.
inline std::vector<float> Ellipse(int64_t n, float width) {
  std::vector<float> rows;
  for (int64_t i = 0; i < n; ++i) {
    const double angle = 2 * M_PI * static_cast<double>(i) / static_cast<double>(n);
    rows.push_back(width * static_cast<float>(std::cos(angle)));
    rows.push_back(static_cast<float>(std::sin(angle)));
  }
  return rows;
}

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_FIXTURE_H_
