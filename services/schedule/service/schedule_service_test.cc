#include "services/schedule/service/schedule_service.h"

#include <cmath>
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

TEST_F(ScheduleServiceTest, ExpertsAndNarrowBlocksLeaveOnlyWhereTheyCanBeSaid) {
  v1::BuildScheduleRequest request;
  request.mutable_spec()->mutable_architecture()->set_layers(3);
  request.mutable_spec()->mutable_moe()->set_base("cosine_taper");
  const auto built = Build(request);
  ASSERT_THAT(built, IsOk());
  v1::ExportScheduleRequest out;
  out.set_artifact(built->artifact().id());
  v1::ExportScheduleResponse exported;
  const auto status = [&](v1::ScheduleFormat format) {
    grpc::ClientContext context;
    out.set_format(format);
    return rpc::FromGrpc(stub_->ExportSchedule(&context, out, &exported));
  };
  EXPECT_THAT(status(v1::SCHEDULE_FORMAT_MEGATRON), FailsOnField("experts"));
  ASSERT_THAT(status(v1::SCHEDULE_FORMAT_LM_ENGINE), IsOk());
  EXPECT_THAT(exported.files(0).text(), testing::HasSubstr("\"num_experts\": 8"));
  EXPECT_THAT(exported.ffn_widths(), ElementsAre(768, 512, 256));
  EXPECT_EQ(exported.parameter_drift(), 0);
  out.mutable_schedule()->add_ffn_widths(64);
  out.mutable_schedule()->add_attention_widths(64);
  EXPECT_THAT(status(v1::SCHEDULE_FORMAT_MEGATRON), FailsOnField("attention_widths"));
  ASSERT_THAT(status(v1::SCHEDULE_FORMAT_JSON), IsOk());
  EXPECT_THAT(exported.attention_widths(), ElementsAre(64));
  v1::ImportScheduleRequest in;
  in.set_format(v1::SCHEDULE_FORMAT_JSON);
  in.set_text(exported.files(0).text());
  grpc::ClientContext context;
  v1::ImportScheduleResponse imported;
  ASSERT_THAT(rpc::FromGrpc(stub_->ImportSchedule(&context, in, &imported)), IsOk());
  EXPECT_THAT(imported.attention_widths(), ElementsAre(64));
  out.mutable_schedule()->add_residual_widths(32);
  EXPECT_THAT(status(v1::SCHEDULE_FORMAT_JSON), FailsOnField("attention_widths"));
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

TEST_F(ScheduleServiceTest, SchedulesAreComparedByIdAndAsTheyAre) {
  const auto built = Build(Taper());
  ASSERT_THAT(built, IsOk());
  v1::CompareSchedulesRequest request;
  v1::Schedule& flat = *request.add_schedules()->mutable_schedule();
  flat.mutable_architecture()->set_hidden_size(128);
  for (int l = 0; l < 3; ++l) flat.add_ffn_widths(512);
  request.mutable_schedules(0)->set_label("flat");
  request.add_schedules()->set_artifact(built->artifact().id());
  const auto compare = [&](v1::CompareSchedulesResponse* response) {
    grpc::ClientContext context;
    return rpc::FromGrpc(stub_->CompareSchedules(&context, request, response));
  };
  v1::CompareSchedulesResponse response;
  ASSERT_THAT(compare(&response), IsOk());
  ASSERT_EQ(response.schedules_size(), 2);
  EXPECT_EQ(response.schedules(0).label(), "flat");
  EXPECT_EQ(response.schedules(1).label(), "cosine_taper");
  EXPECT_EQ(response.schedules(1).parameters_ratio(), 1);
  EXPECT_EQ(response.schedules(1).accounts().total_parameters(),
            built->schedule().accounts().total_parameters());
  EXPECT_EQ(response.schedules(1).memory().activation_bytes_per_token(),
            built->schedule().memory().activation_bytes_per_token());
  EXPECT_EQ(response.schedules(1).gap_bound(), 0);
  ASSERT_EQ(response.distances_size(), 1);
  EXPECT_NEAR(response.distances(0).mean_difference(), 512.0 / 3, 1e-9);
  EXPECT_NEAR(response.distances(0).moved_share(), 256.0 / 1536, 1e-12);
  request.mutable_schedules(1)->set_artifact("nothing");
  EXPECT_THAT(compare(&response), testing::Not(IsOk()));
  flat.mutable_ffn_widths()->Set(1, -5);
  EXPECT_THAT(compare(&response), FailsOnField("schedules[0].ffn_widths[1]"));
  request.clear_schedules();
  EXPECT_THAT(compare(&response), FailsOnField("schedules"));
}

TEST_F(ScheduleServiceTest, SchedulesAreDrawn) {
  const auto built = Build(Taper());
  v1::RenderSchedulesRequest request;
  request.add_schedules()->set_artifact(built->artifact().id());
  const auto render = [&](v1::RenderSchedulesResponse* response) {
    grpc::ClientContext context;
    return rpc::FromGrpc(stub_->RenderSchedules(&context, request, response));
  };
  v1::RenderSchedulesResponse response;
  ASSERT_THAT(render(&response), IsOk());
  EXPECT_THAT(response.svg(), testing::HasSubstr("cosine_taper"));
  request.set_width(10);
  EXPECT_THAT(render(&response), FailsOnField("width"));
}

TEST_F(ScheduleServiceTest, ScalingLawsAreFittedOrRefusedByTheRun) {
  v1::FitScalingLawRequest request;
  for (const double factor : {1.0, 0.5}) {
    v1::ScalingFamily& family = *request.add_families();
    family.set_name(factor == 1 ? "uniform" : "other");
    for (const double size : {1.0, 4.0, 16.0, 64.0}) {
      v1::ScalingRun& run = *family.add_runs();
      run.set_training_flops(factor * size * 1e18);
      run.set_loss(2 + 1 / std::sqrt(size));
    }
  }
  const auto fit = [&](v1::ScalingLawFits* fits) {
    grpc::ClientContext context;
    return rpc::FromGrpc(stub_->FitScalingLaw(&context, request, fits));
  };
  v1::ScalingLawFits fits;
  ASSERT_THAT(fit(&fits), IsOk());
  ASSERT_EQ(fits.curves_size(), 2);
  EXPECT_NEAR(fits.curves(0).exponent().value(), 0.5, 1e-3);
  EXPECT_NEAR(fits.curves(0).irreducible_loss().value(), 2, 1e-3);
  ASSERT_EQ(fits.ratios_size(), 1);
  EXPECT_NEAR(fits.ratios(0).ratio().value(), 0.5, 1e-3);
  EXPECT_EQ(fits.resolved_options().draws(), 400);
  request.mutable_options()->set_level(1);
  EXPECT_THAT(fit(&fits), FailsOnField("options.level"));
  request.clear_options();
  request.mutable_families(1)->mutable_runs(2)->set_loss(-1);
  EXPECT_THAT(fit(&fits), FailsOnField("families[1].runs[2].loss"));
}

}  // namespace
}  // namespace widthlab::schedule
