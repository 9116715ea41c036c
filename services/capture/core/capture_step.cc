#include "services/capture/core/capture_step.h"

#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/artifact/identity.h"
#include "common/model/device_class.h"
#include "common/model/model_files.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "common/tokenizer/model_tokenizer.h"
#include "services/capture/core/activations.h"
#include "services/capture/core/capture_spec.h"
#include "services/capture/core/read_documents.h"

namespace widthlab::capture {

namespace {

// Files of a run that was interrupted are good as long as the machine runs: what a process wrote
// survives it, but not a loss of power in every order. So they are kept by the machine's boot.
std::string ScratchFolder(const job::StepContext& context) {
  if (context.scratch.empty()) return "";
  std::string boot = "boot";
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  const artifact::StepIdentity& identity = context.identity;
  const std::string key = artifact::CacheKey(identity.spec_type, identity.spec_json,
                                             identity.inputs, identity.algorithm_version);
  return absl::StrCat(context.scratch, "/", key, "-", boot);
}

absl::StatusOr<Activations> RunCapture(const v1::CaptureSpec& spec, const job::StepContext& context,
                                       const model::ComputeDevice& device,
                                       const std::string& folder) {
  context.progress.Report({.stage = "reading model and text"});
  ASSIGN_OR_RETURN(const model::ModelFiles files,
                   model::StoredModelFiles(context.store, spec.model()));
  ASSIGN_OR_RETURN(const architecture::Architecture a, model::ReadArchitecture(files));
  ASSIGN_OR_RETURN(std::shared_ptr<const tensor_io::TensorSource> weights,
                   model::OpenWeights(files));
  ASSIGN_OR_RETURN(const std::unique_ptr<Documents> documents,
                   ReadDocuments(InputOf(spec), files, a, context.store));
  // Ids may come without one; then outliers have no text.
  const auto tokenizer = tokenizer::ModelTokenizer(files, a);
  return Capture(spec,
                 {.architecture = a,
                  .weights = std::move(weights),
                  .documents = documents.get(),
                  .tokenizer = tokenizer.ok() ? tokenizer->get() : nullptr,
                  .folder = folder,
                  .device = device},
                 context.pool, context.progress, context.cancel);
}

}  // namespace

absl::StatusOr<std::string> CaptureActivations(const v1::CaptureSpec& spec,
                                               const job::StepContext& context,
                                               const model::ComputeDevice& device) {
  const absl::Time start = absl::Now();
  ASSIGN_OR_RETURN(const job::v1::CostEstimate estimate, EstimateCapture(spec, context.store));
  ASSIGN_OR_RETURN(const Activations activations,
                   RunCapture(spec, context, device, ScratchFolder(context)));

  ASSIGN_OR_RETURN(const std::unique_ptr<artifact::BlobWriter> writer,
                   context.store.blobs().Create());
  RETURN_IF_ERROR(WriteCloud(activations.cloud,
                             [&writer](std::string_view bytes) { return writer->Append(bytes); }));
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, writer->Commit());
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_ACTIVATIONS,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(builder.AddBlob("cloud.safetensors", "application/vnd.safetensors", blob));
  RETURN_IF_ERROR(builder.AddFile("summary.json", "application/json",
                                  spec::CanonicalJson(activations.summary)));
  builder.Version("libtorch", model::LibTorchVersion());
  builder.Measure("capture_seconds", absl::ToDoubleSeconds(absl::Now() - start));
  builder.Measure("estimated_seconds", estimate.seconds());
  builder.Measure("estimated_peak_memory_bytes", static_cast<double>(estimate.peak_memory_bytes()));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

job::Step CaptureStep(const model::ComputeDevice& device) {
  job::Step step;
  step.kind = kCaptureKind;
  step.algorithm_version = kCaptureVersion;
  step.finish_spec = [device](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishCaptureSpec(static_cast<v1::CaptureSpec&>(spec), store, device);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateCapture(static_cast<const v1::CaptureSpec&>(spec), store);
  };
  return job::MakeStep<v1::CaptureSpec>(
      std::move(step), [device](const v1::CaptureSpec& spec, const job::StepContext& context) {
        return CaptureActivations(spec, context, device);
      });
}

}  // namespace widthlab::capture
