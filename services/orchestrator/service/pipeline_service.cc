#include "services/orchestrator/service/pipeline_service.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/rpc/job_page.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/diagnostics/expand_diagnostics.h"
#include "services/orchestrator/core/figures/artifact_figures.h"
#include "services/orchestrator/core/pipeline/dry_run.h"
#include "services/orchestrator/core/pipeline/geometry_guided.h"
#include "services/orchestrator/core/pipeline/plan.h"
#include "services/orchestrator/core/pipeline/profile_model.h"
#include "services/orchestrator/core/pipeline/reproduce_job.h"
#include "services/orchestrator/core/pipeline/run_job.h"

namespace widthlab::pipeline {
namespace {

using job::v1::Job;

// Errors name the field as the client wrote it, not that of a step which a template made.
absl::StatusOr<Job> OfTemplate(absl::Status (*about)(const absl::Status&),
                               absl::StatusOr<Job> job) {
  if (!job.ok()) return about(job.status());
  return job;
}

}  // namespace

PipelineServiceImpl::PipelineServiceImpl(job::JobExecutor& executor, const StageMap& stages,
                                         artifact::ArtifactStore& store, ModelLookup models,
                                         rpc::Host& host)
    : executor_(executor),
      stages_(stages),
      store_(store),
      models_(std::move(models)),
      calls_(v1::PipelineService::service_full_name(), host) {}

absl::StatusOr<Job> PipelineServiceImpl::Run(const v1::RunPipelineRequest& request) {
  switch (request.pipeline_case()) {
    case v1::RunPipelineRequest::kSteps:
      return Submit("steps", request.steps(), request.request_id(), request.validate_only());
    case v1::RunPipelineRequest::kGeometryGuided: {
      ASSIGN_OR_RETURN(const v1::Pipeline pipeline,
                       ExpandGeometryGuided(request.geometry_guided()));
      return OfTemplate(AboutGeometryGuided, Submit("geometry_guided", pipeline,
                                                    request.request_id(), request.validate_only()));
    }
    case v1::RunPipelineRequest::kProfileModel: {
      ASSIGN_OR_RETURN(const v1::Pipeline pipeline,
                       ExpandProfileModel(request.profile_model(), models_));
      return OfTemplate(AboutProfileModel, Submit("profile_model", pipeline, request.request_id(),
                                                  request.validate_only()));
    }
    case v1::RunPipelineRequest::PIPELINE_NOT_SET:
      break;
  }
  return InvalidFieldBecause("pipeline",
                             "a run needs steps or a template (geometry_guided, profile_model)");
}

absl::StatusOr<Job> PipelineServiceImpl::Diagnose(const v1::RunDiagnosticsRequest& request) {
  ASSIGN_OR_RETURN(const v1::Pipeline pipeline, ExpandDiagnostics(request.diagnostics(), store_));
  return OfTemplate(AboutGeometryGuided,
                    Submit("diagnostics", pipeline, request.request_id(), request.validate_only()));
}

absl::StatusOr<Job> PipelineServiceImpl::Submit(const std::string& template_name,
                                                const v1::Pipeline& pipeline,
                                                const std::string& request_id, bool validate_only) {
  ASSIGN_OR_RETURN(Plan plan, PlanPipeline(pipeline));
  RETURN_IF_ERROR(ResolveInputs(plan, store_));
  v1::RunMetadata run = PrepareRun(template_name, plan);
  if (validate_only) {
    RETURN_IF_ERROR(DescribeSteps(plan, stages_, run));
    Job job;
    job.set_kind(kRunJobKind);
    job.mutable_metadata()->PackFrom(run);
    return job;
  }
  RETURN_IF_ERROR(CheckWithStages(plan, stages_));
  return executor_.Submit(RunJobRequest(run, request_id));
}

absl::StatusOr<v1::ListRunsResponse> PipelineServiceImpl::List(const v1::ListRunsRequest& request) {
  job::v1::ListJobsRequest jobs_request;
  jobs_request.set_page_size(request.page_size());
  jobs_request.set_page_token(request.page_token());
  jobs_request.set_filter(absl::StrCat("kind = \"", kRunJobKind, "\""));
  ASSIGN_OR_RETURN(job::JobQuery query, rpc::QueryOf(jobs_request));
  const int page_size = query.limit;
  // One more than a page says whether another follows.
  ++query.limit;
  ASSIGN_OR_RETURN(std::vector<Job> jobs, executor_.List(query));
  job::v1::ListJobsResponse page = rpc::PageOf(std::move(jobs), page_size);
  v1::ListRunsResponse response;
  *response.mutable_runs() = std::move(*page.mutable_jobs());
  response.set_next_page_token(page.next_page_token());
  return response;
}

absl::StatusOr<Job> PipelineServiceImpl::Reproduce(const v1::ReproduceArtifactRequest& request) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store_.Get(request.name()));
  ASSIGN_OR_RETURN(const job::JobRequest job, ReproduceJobRequest(artifact, request.request_id()));
  return executor_.Submit(job);
}

absl::StatusOr<v1::Comparison> PipelineServiceImpl::ReadComparison(
    const v1::GetComparisonRequest& request) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store_.Get(request.name()));
  if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_COMPARISON) {
    return InvalidField("name", request.name(), "the id of a comparison");
  }
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store_, artifact, "comparison.json"));
  v1::Comparison comparison;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, comparison), "comparison.json"));
  return comparison;
}

absl::StatusOr<v1::RenderFigureResponse> PipelineServiceImpl::Render(
    const v1::RenderFigureRequest& request) {
  ASSIGN_OR_RETURN(ArtifactPicture picture, DrawFigure(store_, request.name(), request.figure()));
  const auto describe = [](const FigureName& figure, v1::FigureDescription& description) {
    description.set_name(figure.name);
    description.set_title(figure.title);
  };
  v1::RenderFigureResponse response;
  response.set_svg(std::move(picture.svg));
  describe(picture.figure, *response.mutable_figure());
  for (const FigureName& figure : picture.all) describe(figure, *response.add_figures());
  return response;
}

grpc::Status PipelineServiceImpl::RunPipeline(grpc::ServerContext* context,
                                              const v1::RunPipelineRequest* request,
                                              Job* response) {
  return calls_.Unary("RunPipeline", context, response, [&](rpc::Call&) { return Run(*request); });
}

grpc::Status PipelineServiceImpl::RunDiagnostics(grpc::ServerContext* context,
                                                 const v1::RunDiagnosticsRequest* request,
                                                 Job* response) {
  return calls_.Unary("RunDiagnostics", context, response,
                      [&](rpc::Call&) { return Diagnose(*request); });
}

grpc::Status PipelineServiceImpl::GetRun(grpc::ServerContext* context,
                                         const v1::GetRunRequest* request, Job* response) {
  return calls_.Unary("GetRun", context, response,
                      [&](rpc::Call&) { return executor_.Get(request->name()); });
}

grpc::Status PipelineServiceImpl::ListRuns(grpc::ServerContext* context,
                                           const v1::ListRunsRequest* request,
                                           v1::ListRunsResponse* response) {
  return calls_.Unary("ListRuns", context, response, [&](rpc::Call&) { return List(*request); });
}

grpc::Status PipelineServiceImpl::WatchRun(grpc::ServerContext* context,
                                           const v1::WatchRunRequest* request,
                                           grpc::ServerWriter<Job>* writer) {
  return calls_.ServerStream("WatchRun", context, writer,
                             [&](rpc::Call& call, rpc::StreamWriter<Job>& out) {
                               return executor_.Watch(
                                   request->name(), [&](const Job& job) { return out.Write(job); },
                                   [&] { return call.CheckWatch(); });
                             });
}

grpc::Status PipelineServiceImpl::CancelRun(grpc::ServerContext* context,
                                            const v1::CancelRunRequest* request, Job* response) {
  return calls_.Unary("CancelRun", context, response,
                      [&](rpc::Call&) { return executor_.Cancel(request->name()); });
}

grpc::Status PipelineServiceImpl::ReproduceArtifact(grpc::ServerContext* context,
                                                    const v1::ReproduceArtifactRequest* request,
                                                    Job* response) {
  return calls_.Unary("ReproduceArtifact", context, response,
                      [&](rpc::Call&) { return Reproduce(*request); });
}

grpc::Status PipelineServiceImpl::GetComparison(grpc::ServerContext* context,
                                                const v1::GetComparisonRequest* request,
                                                v1::Comparison* response) {
  return calls_.Unary("GetComparison", context, response,
                      [&](rpc::Call&) { return ReadComparison(*request); });
}

grpc::Status PipelineServiceImpl::RenderFigure(grpc::ServerContext* context,
                                               const v1::RenderFigureRequest* request,
                                               v1::RenderFigureResponse* response) {
  return calls_.Unary("RenderFigure", context, response,
                      [&](rpc::Call&) { return Render(*request); });
}

}  // namespace widthlab::pipeline
