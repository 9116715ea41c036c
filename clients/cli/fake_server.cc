#include "clients/cli/fake_server.h"

#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/rpc/grpc_status.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"
#include "widthlab/schedule/v1/schedule_service.grpc.pb.h"

namespace widthlab::cli {
namespace {

using artifact::v1::Artifact;
using job::v1::Job;

std::string ScheduleJson() {
  schedule::v1::Schedule schedule;
  schedule.set_family("cosine_taper");
  for (const int width : {192, 128, 64}) schedule.add_ffn_widths(width);
  for (const double width : {192.0, 128.5, 63.5}) schedule.add_target_widths(width);
  schedule.set_budget_parameters(147456);
  schedule.set_ffn_parameters(147456);
  return spec::CanonicalJson(schedule);
}

// A schedule with the id "aaaa", and a text.
Artifact ArtifactCalled(const std::string& name) {
  Artifact artifact;
  artifact.set_id(name + std::string(64 - name.size(), '0'));
  artifact.set_name("artifacts/" + artifact.id());
  artifact::v1::Manifest& manifest = *artifact.mutable_manifest();
  manifest.set_kind(name == "aaaa" ? artifact::v1::ARTIFACT_KIND_SCHEDULE
                                   : artifact::v1::ARTIFACT_KIND_TEXT);
  manifest.set_spec_type("widthlab.schedule.v1.ScheduleSpec");
  manifest.set_spec_json(R"({"quantum":64})");
  artifact::v1::ArtifactFile& file = *manifest.add_files();
  file.set_name("schedule.json");
  file.set_media_type("application/json");
  file.set_digest(artifact::Sha256Of(ScheduleJson()));
  file.set_size_bytes(static_cast<int64_t>(ScheduleJson().size()));
  return artifact;
}

Job RunIn(job::v1::JobState state) {
  Job job;
  job.set_name("jobs/pipeline-1");
  job.set_kind("pipeline.RunPipeline");
  job.set_state(state);
  pipeline::v1::RunMetadata metadata;
  pipeline::v1::StepStatus& step = *metadata.add_steps();
  step.set_id("reference");
  step.set_kind("train");
  step.set_state(state);
  job.mutable_metadata()->PackFrom(metadata);
  if (state == job::v1::JOB_STATE_SUCCEEDED) {
    pipeline::v1::RunResult result;
    (*result.mutable_artifacts())["report"] = "bbbb";
    job.mutable_result()->PackFrom(result);
  } else if (state == job::v1::JOB_STATE_FAILED) {
    job.mutable_error()->set_code(8);
    job.mutable_error()->set_message("reference: the disk is full");
  }
  return job;
}

grpc::Status NoSuch(const std::string& reason, const std::string& name) {
  return rpc::ToGrpc(NotFound(reason, "name", absl::StrCat("there is no ", name)));
}

}  // namespace

class FakeServer::Artifacts : public artifact::v1::ArtifactService::Service {
 public:
  explicit Artifacts(FakeServer& server) : server_(server) {}

  grpc::Status GetArtifact(grpc::ServerContext*, const artifact::v1::GetArtifactRequest* request,
                           Artifact* response) override {
    server_.asked.push_back(request->name());
    if (request->name() == "ffff") return NoSuch("ARTIFACT_NOT_FOUND", "artifact ffff");
    *response = ArtifactCalled(request->name());
    return grpc::Status::OK;
  }

  grpc::Status ListArtifacts(grpc::ServerContext*, const artifact::v1::ListArtifactsRequest*,
                             artifact::v1::ListArtifactsResponse* response) override {
    *response->add_artifacts() = ArtifactCalled("aaaa");
    *response->add_artifacts() = ArtifactCalled("cccc");
    return grpc::Status::OK;
  }

  grpc::Status GetLineage(grpc::ServerContext*, const artifact::v1::GetLineageRequest*,
                          artifact::v1::Lineage* response) override {
    *response->add_artifacts() = ArtifactCalled("aaaa");
    *response->add_artifacts() = ArtifactCalled("cccc");
    artifact::v1::Lineage::Edge& edge = *response->add_edges();
    edge.set_artifact(response->artifacts(0).id());
    edge.set_input(response->artifacts(1).id());
    return grpc::Status::OK;
  }

  grpc::Status VerifyArtifact(grpc::ServerContext*,
                              const artifact::v1::VerifyArtifactRequest* request,
                              artifact::v1::Verification* response) override {
    response->set_id(request->name());
    response->set_ok(server_.bytes_are_equal);
    if (!response->ok()) response->add_problems("schedule.json: digest differs");
    return grpc::Status::OK;
  }

  grpc::Status ReadBlob(grpc::ServerContext*, const artifact::v1::ReadBlobRequest* request,
                        grpc::ServerWriter<artifact::v1::ReadBlobResponse>* writer) override {
    artifact::v1::ReadBlobResponse chunk;
    chunk.set_data(ScheduleJson().substr(static_cast<size_t>(request->offset())));
    writer->Write(chunk);
    return grpc::Status::OK;
  }

  grpc::Status ImportText(grpc::ServerContext*,
                          grpc::ServerReader<artifact::v1::ImportTextRequest>* reader,
                          Artifact* response) override {
    artifact::v1::ImportTextRequest request;
    while (reader->Read(&request)) {
    }
    *response = ArtifactCalled("cccc");
    return grpc::Status::OK;
  }

 private:
  FakeServer& server_;
};

class FakeServer::Jobs : public job::v1::JobService::Service {
 public:
  explicit Jobs(FakeServer& server) : server_(server) {}

  grpc::Status ListJobs(grpc::ServerContext*, const job::v1::ListJobsRequest* request,
                        job::v1::ListJobsResponse* response) override {
    server_.asked.push_back(request->filter());
    *response->add_jobs() = RunIn(job::v1::JOB_STATE_RUNNING);
    return grpc::Status::OK;
  }

  grpc::Status WatchJob(grpc::ServerContext*, const job::v1::WatchJobRequest* request,
                        grpc::ServerWriter<Job>* writer) override {
    server_.asked.push_back(request->name());
    writer->Write(RunIn(job::v1::JOB_STATE_RUNNING));
    writer->Write(RunIn(server_.end));
    return grpc::Status::OK;
  }

  grpc::Status CancelJob(grpc::ServerContext*, const job::v1::CancelJobRequest* request,
                         Job* response) override {
    server_.asked.push_back(request->name());
    *response = RunIn(job::v1::JOB_STATE_CANCELLING);
    return grpc::Status::OK;
  }

 private:
  FakeServer& server_;
};

class FakeServer::Models : public capture::v1::CaptureService::Service {
 public:
  grpc::Status InspectModel(grpc::ServerContext*, const capture::v1::InspectModelRequest*,
                            capture::v1::ModelInspection* response) override {
    response->set_model_type("widthlab");
    response->mutable_architecture()->set_layers(6);
    response->mutable_accounts()->set_total_parameters(1234567);
    return grpc::Status::OK;
  }
};

class FakeServer::Pipelines : public pipeline::v1::PipelineService::Service {
 public:
  explicit Pipelines(FakeServer& server) : server_(server) {}

  grpc::Status RunPipeline(grpc::ServerContext*, const pipeline::v1::RunPipelineRequest* request,
                           Job* response) override {
    server_.last_run = *request;
    *response = RunIn(job::v1::JOB_STATE_QUEUED);
    if (request->validate_only()) response->clear_name();
    return grpc::Status::OK;
  }

  grpc::Status GetRun(grpc::ServerContext*, const pipeline::v1::GetRunRequest* request,
                      Job* response) override {
    if (request->name() != "jobs/pipeline-1") return NoSuch("JOB_NOT_FOUND", request->name());
    *response = RunIn(job::v1::JOB_STATE_RUNNING);
    return grpc::Status::OK;
  }

  grpc::Status ListRuns(grpc::ServerContext*, const pipeline::v1::ListRunsRequest*,
                        pipeline::v1::ListRunsResponse* response) override {
    *response->add_runs() = RunIn(job::v1::JOB_STATE_RUNNING);
    return grpc::Status::OK;
  }

  grpc::Status WatchRun(grpc::ServerContext*, const pipeline::v1::WatchRunRequest*,
                        grpc::ServerWriter<Job>* writer) override {
    writer->Write(RunIn(job::v1::JOB_STATE_RUNNING));
    Job last = RunIn(server_.end);
    if (reproducing_) {
      pipeline::v1::Reproduction made;
      made.set_artifact("aaaa");
      made.set_equal(server_.bytes_are_equal);
      last.mutable_result()->PackFrom(made);
    }
    writer->Write(last);
    return grpc::Status::OK;
  }

  grpc::Status CancelRun(grpc::ServerContext*, const pipeline::v1::CancelRunRequest*,
                         Job* response) override {
    *response = RunIn(job::v1::JOB_STATE_CANCELLING);
    return grpc::Status::OK;
  }

  grpc::Status RenderFigure(grpc::ServerContext*, const pipeline::v1::RenderFigureRequest* request,
                            pipeline::v1::RenderFigureResponse* response) override {
    for (const char* name : {"widths", "lineage"}) {
      response->add_figures()->set_name(name);
      response->mutable_figures(response->figures_size() - 1)->set_title("Title");
    }
    *response->mutable_figure() = response->figures(request->figure() == "lineage" ? 1 : 0);
    response->set_svg("<svg>" + response->figure().name() + "</svg>\n");
    return grpc::Status::OK;
  }

  grpc::Status ReproduceArtifact(grpc::ServerContext*,
                                 const pipeline::v1::ReproduceArtifactRequest*,
                                 Job* response) override {
    reproducing_ = true;
    *response = RunIn(job::v1::JOB_STATE_QUEUED);
    return grpc::Status::OK;
  }

 private:
  FakeServer& server_;
  bool reproducing_ = false;
};

// Solves every problem by 1.5 units a layer, except one without work.
class FakeServer::Schedules : public schedule::v1::ScheduleService::Service {
 public:
  grpc::Status SolveWidths(grpc::ServerContext*, const schedule::v1::SolveWidthsRequest* request,
                           schedule::v1::WidthSolution* response) override {
    for (double work : request->problem().work()) {
      if (work <= 0) return rpc::ToGrpc(InvalidField("work", absl::StrCat(work), "above 0"));
      response->add_widths(1.5);
      response->add_bounds(schedule::v1::WIDTH_BOUND_NONE);
    }
    return grpc::Status::OK;
  }

  grpc::Status BuildSchedule(grpc::ServerContext*,
                             const schedule::v1::BuildScheduleRequest* request,
                             schedule::v1::BuildScheduleResponse* response) override {
    response->mutable_artifact()->set_id("aaaa");
    schedule::v1::Schedule& schedule = *response->mutable_schedule();
    schedule.set_family("cosine_taper");
    for (const int width : {192, 128, 64}) schedule.add_ffn_widths(width);
    *schedule.mutable_architecture() = request->spec().architecture();
    schedule.mutable_accounts()->set_total_parameters(1234567);
    return grpc::Status::OK;
  }

  grpc::Status ListFamilies(grpc::ServerContext*, const schedule::v1::ListFamiliesRequest*,
                            schedule::v1::ListFamiliesResponse* response) override {
    response->add_families()->set_name("uniform");
    response->add_families()->set_name("cosine_taper");
    return grpc::Status::OK;
  }

  grpc::Status ExportSchedule(grpc::ServerContext*,
                              const schedule::v1::ExportScheduleRequest* request,
                              schedule::v1::ExportScheduleResponse* response) override {
    for (const char* name : {"config.json", "modeling_widthlab.py"}) {
      schedule::v1::ExportedFile& file = *response->add_files();
      file.set_name(name);
      file.set_text("the text of " + file.name());
      if (request->format() != schedule::v1::SCHEDULE_FORMAT_HUGGING_FACE) break;
    }
    *response->mutable_ffn_widths() = request->schedule().ffn_widths();
    return grpc::Status::OK;
  }

  grpc::Status ImportSchedule(grpc::ServerContext*,
                              const schedule::v1::ImportScheduleRequest* request,
                              schedule::v1::ImportScheduleResponse* response) override {
    response->add_ffn_widths(static_cast<int>(request->text().size()));
    return grpc::Status::OK;
  }
};

FakeServer::FakeServer()
    : artifacts_(std::make_unique<Artifacts>(*this)),
      jobs_(std::make_unique<Jobs>(*this)),
      models_(std::make_unique<Models>()),
      pipelines_(std::make_unique<Pipelines>(*this)),
      schedules_(std::make_unique<Schedules>()),
      server_(std::make_unique<client::InProcessServer>(std::vector<grpc::Service*>{
          artifacts_.get(), jobs_.get(), models_.get(), pipelines_.get(), schedules_.get()})) {}

FakeServer::~FakeServer() = default;

absl::StatusOr<client::Connections> FakeServer::Connect(const std::string&) {
  const client::Connection connection = server_->connection();
  return client::Connections{connection, connection, connection, connection, connection};
}

}  // namespace widthlab::cli
