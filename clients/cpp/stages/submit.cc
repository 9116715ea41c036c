#include "clients/cpp/stages/submit.h"

#include <chrono>
#include <memory>

#include "common/rpc/grpc_status.h"
#include "grpcpp/client_context.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"
#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"
#include "widthlab/training/v1/training_service.grpc.pb.h"

namespace widthlab::client {
namespace {

// Long enough for a service to check a request against its inputs; a question that somebody waits
// for is given up sooner.
constexpr std::chrono::seconds kSubmitDeadline(30);
constexpr std::chrono::seconds kDescribeDeadline(10);

// The three services differ in names only.
template <typename Request, typename Stub, typename Spec>
SubmitStep Submit(std::shared_ptr<Stub> stub,
                  grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, job::v1::Job*),
                  const Spec& (pipeline::v1::PipelineStep::*spec)() const) {
  return [stub, method, spec](const pipeline::v1::PipelineStep& step,
                              const SubmitOptions& options) -> absl::StatusOr<job::v1::Job> {
    Request request;
    *request.mutable_spec() = (step.*spec)();
    request.set_request_id(options.request_id);
    request.set_validate_only(options.validate_only);
    request.set_ignore_cache(options.ignore_cache);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         (options.validate_only ? kDescribeDeadline : kSubmitDeadline));
    job::v1::Job job;
    const grpc::Status status = ((*stub).*method)(&context, request, &job);
    if (!status.ok()) return rpc::FromGrpc(status);
    return job;
  };
}

}  // namespace

SubmitStep SubmitTraining(const Connection& connection) {
  using Stub = training::v1::TrainingService::StubInterface;
  return Submit<training::v1::TrainRequest>(
      std::shared_ptr<Stub>(training::v1::TrainingService::NewStub(connection.channel)),
      &Stub::Train, &pipeline::v1::PipelineStep::train);
}

SubmitStep SubmitCapture(const Connection& connection) {
  using Stub = capture::v1::CaptureService::StubInterface;
  return Submit<capture::v1::CaptureActivationsRequest>(
      std::shared_ptr<Stub>(capture::v1::CaptureService::NewStub(connection.channel)),
      &Stub::CaptureActivations, &pipeline::v1::PipelineStep::capture);
}

SubmitStep SubmitSensitivity(const Connection& connection) {
  using Stub = capture::v1::CaptureService::StubInterface;
  return Submit<capture::v1::MeasureSensitivityRequest>(
      std::shared_ptr<Stub>(capture::v1::CaptureService::NewStub(connection.channel)),
      &Stub::MeasureSensitivity, &pipeline::v1::PipelineStep::sensitivity);
}

SubmitStep SubmitDiagnosis(const Connection& connection) {
  using Stub = capture::v1::CaptureService::StubInterface;
  return Submit<capture::v1::DiagnoseRequest>(
      std::shared_ptr<Stub>(capture::v1::CaptureService::NewStub(connection.channel)),
      &Stub::Diagnose, &pipeline::v1::PipelineStep::diagnose);
}

SubmitStep SubmitMeasurement(const Connection& connection) {
  using Stub = geometry::v1::GeometryService::StubInterface;
  return Submit<geometry::v1::MeasureWorkRequest>(
      std::shared_ptr<Stub>(geometry::v1::GeometryService::NewStub(connection.channel)),
      &Stub::MeasureWork, &pipeline::v1::PipelineStep::measure);
}

}  // namespace widthlab::client
