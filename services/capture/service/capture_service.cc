#include "services/capture/service/capture_service.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/architecture/accounts.h"
#include "common/architecture/proto_form.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/capture_spec.h"
#include "services/capture/core/capture_step.h"
#include "services/capture/core/diagnostics/diagnose_step.h"
#include "services/capture/core/imports/import_clouds.h"
#include "services/capture/core/sensitivity/sensitivity_step.h"
#include "services/capture/core/token_sample.h"
#include "services/capture/service/token_import.h"
#include "services/capture/service/tokenize.h"

namespace widthlab::capture {
namespace {

// Of a capture that a client asks for with nothing but a model and a text.
job::v1::CostEstimate DefaultEstimate(const architecture::Architecture& a) {
  v1::CaptureSpec spec;
  spec.set_model("model");
  spec.set_text("text");
  if (!spec::Resolve(spec).ok()) return {};
  const int64_t length = std::min<int64_t>(spec.sequence_length(), a.max_positions);
  return EstimateTokens(a, spec.sequences() * length, length, CloudSize(spec), /*dtype=*/"",
                        /*points=*/2);
}

absl::StatusOr<v1::ModelInspection> InspectionOf(const ModelFacts& facts) {
  v1::ModelInspection inspection;
  const architecture::Architecture& a = facts.architecture;
  inspection.set_model_type(a.model_type);
  ASSIGN_OR_RETURN(*inspection.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  *inspection.mutable_accounts() = architecture::AccountsProto(a, a.max_positions);
  inspection.set_dtype(facts.dtype);
  inspection.set_tensors(static_cast<int32_t>(facts.tensors));
  inspection.set_weight_bytes(facts.weight_bytes);
  *inspection.mutable_missing_tensors() = {facts.difference.missing.begin(),
                                           facts.difference.missing.end()};
  *inspection.mutable_unexpected_tensors() = {facts.difference.unexpected.begin(),
                                              facts.difference.unexpected.end()};
  inspection.set_tokenizer(facts.tokenizer);
  inspection.set_unembedding_parameters(architecture::CountParameters(a).unembedding);
  *inspection.mutable_capture_estimate() = DefaultEstimate(a);
  return inspection;
}

}  // namespace

CaptureServiceImpl::CaptureServiceImpl(job::StepJobs& steps, artifact::ArtifactStore& store,
                                       numeric::ThreadPool& pool,
                                       const host::ImportRoots& import_roots, rpc::Host& host)
    : steps_(steps),
      store_(store),
      pool_(pool),
      import_roots_(import_roots),
      models_(store, import_roots),
      calls_(v1::CaptureService::service_full_name(), host) {}

absl::StatusOr<ModelFacts> CaptureServiceImpl::Facts(const std::string& model) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, models_.Find("model", model));
  return InspectFiles(files);
}

template <typename Request>
absl::StatusOr<job::v1::Job> CaptureServiceImpl::Submit(const char* kind, Request request,
                                                        rpc::Call& call) {
  if (host::ModelReferences::IsReference(request.spec().model())) {
    ASSIGN_OR_RETURN(
        *request.mutable_spec()->mutable_model(),
        models_.ArtifactId("spec.model", request.spec().model(), [&call] { return call.Check(); }));
  }
  return steps_.Submit(kind, request);
}

grpc::Status CaptureServiceImpl::CaptureActivations(grpc::ServerContext* context,
                                                    const v1::CaptureActivationsRequest* request,
                                                    job::v1::Job* response) {
  return calls_.Unary("CaptureActivations", context, response,
                      [&](rpc::Call& call) { return Submit(kCaptureKind, *request, call); });
}

grpc::Status CaptureServiceImpl::MeasureSensitivity(grpc::ServerContext* context,
                                                    const v1::MeasureSensitivityRequest* request,
                                                    job::v1::Job* response) {
  return calls_.Unary("MeasureSensitivity", context, response,
                      [&](rpc::Call& call) { return Submit(kSensitivityKind, *request, call); });
}

grpc::Status CaptureServiceImpl::Diagnose(grpc::ServerContext* context,
                                          const v1::DiagnoseRequest* request,
                                          job::v1::Job* response) {
  return calls_.Unary("Diagnose", context, response,
                      [&](rpc::Call& call) { return Submit(kDiagnoseKind, *request, call); });
}

grpc::Status CaptureServiceImpl::ImportActivations(grpc::ServerContext* context,
                                                   const v1::ImportActivationsRequest* request,
                                                   artifact::v1::Artifact* response) {
  return calls_.Unary("ImportActivations", context, response, [&](rpc::Call& call) {
    CloudImport what{.cloud_digest = request->cloud_digest(),
                     .source = request->source(),
                     .subsamples = request->subsamples()};
    if (request->has_architecture()) what.architecture = request->architecture();
    return ImportClouds(what, store_, pool_, [&call] { return call.Check(); });
  });
}

grpc::Status CaptureServiceImpl::ImportModel(grpc::ServerContext* context,
                                             const v1::ImportModelRequest* request,
                                             artifact::v1::Artifact* response) {
  return calls_.Unary("ImportModel", context, response, [&](rpc::Call& call) {
    return models_.Artifact("model", request->model(), [&call] { return call.Check(); });
  });
}

grpc::Status CaptureServiceImpl::ImportTokens(grpc::ServerContext* context,
                                              const v1::ImportTokensRequest* request,
                                              artifact::v1::Artifact* response) {
  return calls_.Unary("ImportTokens", context, response, [&](rpc::Call& call) {
    return ImportTokensOf(*request, import_roots_, store_, [&call] { return call.Check(); });
  });
}

grpc::Status CaptureServiceImpl::InspectModel(grpc::ServerContext* context,
                                              const v1::InspectModelRequest* request,
                                              v1::ModelInspection* response) {
  return calls_.Unary("InspectModel", context, response,
                      [&](rpc::Call&) -> absl::StatusOr<v1::ModelInspection> {
                        ASSIGN_OR_RETURN(const ModelFacts facts, Facts(request->model()));
                        return InspectionOf(facts);
                      });
}

grpc::Status CaptureServiceImpl::Tokenize(grpc::ServerContext* context,
                                          const v1::TokenizeRequest* request,
                                          v1::TokenizeResponse* response) {
  return calls_.Unary("Tokenize", context, response,
                      [&](rpc::Call&) { return TokenizeText(models_, *request); });
}

}  // namespace widthlab::capture
