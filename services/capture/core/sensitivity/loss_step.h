// A step that reads a model and a text, measures, and keeps one message as JSON.
//
//   return RunLossStep(spec, context, device, artifact::v1::ARTIFACT_KIND_SENSITIVITY,
//   "sensitivity.json",
//                      MeasureSensitivity);
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/identity.h"
#include "common/job/finished_parts.h"
#include "common/job/step.h"
#include "common/model/compute_device.h"
#include "common/model/device_class.h"
#include "common/model/model_files.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "services/capture/core/read_documents.h"
#include "services/capture/core/sensitivity/measure_sensitivity.h"

namespace widthlab::capture {

inline constexpr int kLossSchemaVersion = 1;

// Finished parts are kept in the job's scratch folder under the request's key. Errors: those of
// `measure`, of reading and of the store.
template <typename Spec, typename Message>
absl::StatusOr<std::string> RunLossStep(
    const Spec& spec, const job::StepContext& context, const model::ComputeDevice& device,
    artifact::v1::ArtifactKind kind, const std::string& file,
    absl::StatusOr<Message> (*measure)(const Spec&, const SensitivityInputs&,
                                       const job::FinishedParts&, numeric::ThreadPool&,
                                       job::ProgressSink&, const job::CancelToken&)) {
  context.progress.Report({.stage = "reading model and text"});
  ASSIGN_OR_RETURN(const model::ModelFiles files,
                   model::StoredModelFiles(context.store, spec.model()));
  ASSIGN_OR_RETURN(const architecture::Architecture a, model::ReadArchitecture(files));
  ASSIGN_OR_RETURN(std::shared_ptr<const tensor_io::TensorSource> weights,
                   model::OpenWeights(files));
  ASSIGN_OR_RETURN(const std::unique_ptr<Documents> documents,
                   ReadDocuments(InputOf(spec), files, a, context.store));
  const artifact::StepIdentity& identity = context.identity;
  // Of the request, also where the cache is left alone.
  const job::FinishedParts finished(
      context.scratch, artifact::CacheKey(identity.spec_type, identity.spec_json, identity.inputs,
                                          identity.algorithm_version));
  ASSIGN_OR_RETURN(const Message message,
                   measure(spec,
                           {.architecture = a,
                            .weights = std::move(weights),
                            .documents = documents.get(),
                            .folder = context.scratch,
                            .device = device},
                           finished, context.pool, context.progress, context.cancel));
  artifact::ArtifactBuilder builder(context.store, kind, kLossSchemaVersion);
  RETURN_IF_ERROR(builder.AddFile(file, "application/json", spec::CanonicalJson(message)));
  builder.Version("libtorch", model::LibTorchVersion());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact made, builder.Commit(identity));
  return made.id();
}

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_H_
