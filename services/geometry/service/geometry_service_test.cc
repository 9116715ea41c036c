#include "services/geometry/service/geometry_service.h"

#include <memory>

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

}  // namespace
}  // namespace widthlab::geometry
