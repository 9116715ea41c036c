#include "services/capture/core/sensitivity/sensitivity_step.h"

#include <memory>
#include <utility>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/identity.h"
#include "common/model/device_class.h"
#include "common/model/model_files.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "services/capture/core/read_documents.h"
#include "services/capture/core/sensitivity/measure_sensitivity.h"
#include "services/capture/core/sensitivity/sensitivity_spec.h"

namespace widthlab::capture {
namespace {

constexpr int kSchemaVersion = 1;

// Of the request, also where the cache is left alone.
std::string RequestKey(const artifact::StepIdentity& identity) {
  return artifact::CacheKey(identity.spec_type, identity.spec_json, identity.inputs,
                            identity.algorithm_version);
}

}  // namespace

absl::StatusOr<std::string> RunSensitivity(const v1::SensitivitySpec& spec,
                                           const job::StepContext& context) {
  context.progress.Report({.stage = "reading model and text"});
  ASSIGN_OR_RETURN(const model::ModelFiles files,
                   model::StoredModelFiles(context.store, spec.model()));
  ASSIGN_OR_RETURN(const architecture::Architecture a, model::ReadArchitecture(files));
  ASSIGN_OR_RETURN(std::shared_ptr<const tensor_io::TensorSource> weights,
                   model::OpenWeights(files));
  ASSIGN_OR_RETURN(const std::vector<tokenizer::TokenDocument> documents,
                   ReadDocuments(spec, files, a, context.store));
  const job::FinishedParts finished(context.scratch, RequestKey(context.identity));
  ASSIGN_OR_RETURN(const v1::Sensitivity sensitivity,
                   MeasureSensitivity(spec,
                                      {.architecture = a,
                                       .weights = std::move(weights),
                                       .documents = documents,
                                       .folder = context.scratch},
                                      finished, context.pool, context.progress, context.cancel));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_SENSITIVITY,
                                    kSchemaVersion);
  RETURN_IF_ERROR(
      builder.AddFile("sensitivity.json", "application/json", spec::CanonicalJson(sensitivity)));
  builder.Version("libtorch", model::LibTorchVersion());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact made, builder.Commit(context.identity));
  return made.id();
}

job::Step SensitivityStep() {
  job::Step step;
  step.kind = kSensitivityKind;
  step.algorithm_version = kSensitivityVersion;
  step.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishSensitivitySpec(static_cast<v1::SensitivitySpec&>(spec), store);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateSensitivity(static_cast<const v1::SensitivitySpec&>(spec), store);
  };
  return job::MakeStep<v1::SensitivitySpec>(std::move(step), RunSensitivity);
}

}  // namespace widthlab::capture
