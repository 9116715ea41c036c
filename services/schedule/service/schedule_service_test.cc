#include "services/schedule/service/schedule_service.h"

#include <memory>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/grpc_status.h"
#include "common/rpc/host.h"
#include "common/rpc/server_runner.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

class ScheduleServiceTest : public testing::Test {
 protected:
  ScheduleServiceTest() {
    auto server = rpc::ServerRunner::Start({.listen = "127.0.0.1:0"}, host_,
                                           {{v1::ScheduleService::service_full_name(), &service_}});
    EXPECT_THAT(server, IsOk());
    server_ = *std::move(server);
    stub_ = v1::ScheduleService::NewStub(server_->InProcessChannel());
  }

  absl::StatusOr<v1::BuildScheduleResponse> Build(const v1::BuildScheduleRequest& request) {
    grpc::ClientContext context;
    v1::BuildScheduleResponse response;
    RETURN_IF_ERROR(rpc::FromGrpc(stub_->BuildSchedule(&context, request, &response)));
    return response;
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
  rpc::Host host_;
  ScheduleServiceImpl service_{store_, pool_, host_};
  std::unique_ptr<rpc::ServerRunner> server_;
  std::unique_ptr<v1::ScheduleService::Stub> stub_;
};

v1::BuildScheduleRequest Taper() {
  v1::BuildScheduleRequest request;
  request.mutable_spec()->mutable_architecture()->set_layers(3);
  request.mutable_spec()->mutable_cosine_taper();
  return request;
}

TEST_F(ScheduleServiceTest, TheSameRequestIsAnsweredFromTheCache) {
  const auto first = Build(Taper());
  ASSERT_THAT(first, IsOk());
  EXPECT_FALSE(first->cached());
  EXPECT_THAT(first->schedule().ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_EQ(first->resolved_spec().cosine_taper().start(), 1.5);
  const auto second = Build(Taper());
  ASSERT_THAT(second, IsOk());
  EXPECT_TRUE(second->cached());
  EXPECT_EQ(second->artifact().id(), first->artifact().id());
}

TEST_F(ScheduleServiceTest, ValidateOnlyMakesNothing) {
  v1::BuildScheduleRequest request = Taper();
  request.set_validate_only(true);
  const auto checked = Build(request);
  ASSERT_THAT(checked, IsOk());
  EXPECT_FALSE(checked->cached());
  EXPECT_FALSE(checked->cache_key().empty());
  EXPECT_FALSE(checked->has_artifact());
  ASSERT_THAT(Build(Taper()), IsOk());
  EXPECT_TRUE(Build(request)->cached());
}

TEST_F(ScheduleServiceTest, ErrorsNameTheFieldOfTheSpec) {
  v1::BuildScheduleRequest request = Taper();
  request.mutable_spec()->set_floor(513);
  EXPECT_THAT(Build(request), FailsOnField("floor"));
  request = Taper();
  request.mutable_spec()->mutable_geometry_guided();
  EXPECT_THAT(Build(request), FailsOnField("geometry_guided.profile"));
}

TEST_F(ScheduleServiceTest, SolvesAndCountsAndLists) {
  grpc::ClientContext solve, count, list;
  v1::SolveWidthsRequest problem;
  problem.mutable_problem()->add_work(1);
  problem.mutable_problem()->add_exponent(1);
  problem.mutable_problem()->add_unit_cost(3);
  problem.mutable_problem()->set_budget(12);
  v1::WidthSolution solution;
  ASSERT_THAT(rpc::FromGrpc(stub_->SolveWidths(&solve, problem, &solution)), IsOk());
  EXPECT_EQ(solution.widths(0), 4);

  v1::CountParametersRequest model;
  model.mutable_architecture()->set_layers(1);
  model::v1::Accounts accounts;
  ASSERT_THAT(rpc::FromGrpc(stub_->CountParameters(&count, model, &accounts)), IsOk());
  EXPECT_EQ(accounts.ffn_parameters(), 3 * 128 * 512);

  v1::ListFamiliesResponse families;
  ASSERT_THAT(rpc::FromGrpc(stub_->ListFamilies(&list, {}, &families)), IsOk());
  EXPECT_GE(families.families_size(), 4);
}

TEST_F(ScheduleServiceTest, ExportsWhatItBuiltAndImportsItAgain) {
  const auto built = Build(Taper());
  ASSERT_THAT(built, IsOk());
  v1::ExportScheduleRequest request;
  request.set_artifact(built->artifact().id());
  for (int format = v1::ScheduleFormat_MIN + 1; format <= v1::ScheduleFormat_MAX; ++format) {
    grpc::ClientContext out, in;
    request.set_format(static_cast<v1::ScheduleFormat>(format));
    v1::ExportScheduleResponse exported;
    ASSERT_THAT(rpc::FromGrpc(stub_->ExportSchedule(&out, request, &exported)), IsOk());
    EXPECT_THAT(exported.ffn_widths(), ElementsAre(768, 512, 256));
    EXPECT_EQ(exported.parameters(), built->schedule().accounts().total_parameters());
    v1::ImportScheduleRequest back;
    back.set_format(request.format());
    back.set_text(exported.files(0).text());
    v1::ImportScheduleResponse imported;
    ASSERT_THAT(rpc::FromGrpc(stub_->ImportSchedule(&in, back, &imported)), IsOk());
    EXPECT_THAT(imported.ffn_widths(), ElementsAre(768, 512, 256));
  }
}

TEST_F(ScheduleServiceTest, AnHourglassIsExportedByItsFields) {
  v1::BuildScheduleRequest request;
  request.mutable_spec()->mutable_architecture()->set_layers(16);
  request.mutable_spec()->mutable_architecture()->set_hidden_size(640);
  request.mutable_spec()->mutable_architecture()->set_ffn_width(2560);
  request.mutable_spec()->mutable_hourglass()->set_vocabulary(100263);
  const auto built = Build(request);
  ASSERT_THAT(built, IsOk());
  v1::ExportScheduleRequest out;
  out.set_artifact(built->artifact().id());
  out.set_format(v1::SCHEDULE_FORMAT_LM_ENGINE);
  grpc::ClientContext context;
  v1::ExportScheduleResponse exported;
  ASSERT_THAT(rpc::FromGrpc(stub_->ExportSchedule(&context, out, &exported)), IsOk());
  EXPECT_THAT(exported.residual_widths(),
              testing::ElementsAreArray(built->schedule().residual_widths()));
  EXPECT_EQ(exported.parameter_drift(), 0);
}

TEST_F(ScheduleServiceTest, ExportsThatCannotBeNameTheirField) {
  v1::ExportScheduleRequest request;
  const auto status = [&] {
    grpc::ClientContext context;
    v1::ExportScheduleResponse response;
    return rpc::FromGrpc(stub_->ExportSchedule(&context, request, &response));
  };
  request.mutable_schedule()->add_ffn_widths(64);
  EXPECT_THAT(status(), FailsOnField("format"));
  request.set_format(v1::SCHEDULE_FORMAT_OPENELM);
  EXPECT_THAT(status(), FailsOnField("architecture"));
  request.mutable_schedule()->mutable_architecture()->set_layers(2);
  EXPECT_THAT(status(), FailsOnField("ffn_widths"));
  request.mutable_schedule()->add_ffn_widths(-1);
  EXPECT_THAT(status(), FailsOnField("ffn_widths[1]"));
  request.clear_source();
  EXPECT_THAT(status(), FailsOnField("artifact"));
}

}  // namespace
}  // namespace widthlab::schedule
