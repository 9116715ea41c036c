#include "services/capture/core/capture_step.h"

#include <memory>
#include <utility>
#include <vector>

#include "common/model/device_class.h"
#include "common/model/stored_model.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "common/tokenizer/text_documents.h"
#include "services/capture/core/activations.h"
#include "services/capture/core/capture_spec.h"

namespace widthlab::capture {

absl::StatusOr<std::string> CaptureActivations(const v1::CaptureSpec& spec,
                                               const job::StepContext& context) {
  context.progress.Report(
      {.stage = "reading model and text", .total = spec.sequences(), .unit = "sequences"});
  ASSIGN_OR_RETURN(const model::Parameters weights,
                   model::StoredParameters(context.store, spec.model()));
  ASSIGN_OR_RETURN(
      const std::vector<tokenizer::TokenDocument> documents,
      tokenizer::LoadDocuments(context.store, spec.text(), *tokenizer::MakeByteTokenizer()));
  ASSIGN_OR_RETURN(const Activations activations, Capture(spec, weights, documents, context.pool,
                                                          context.progress, context.cancel));

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
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

job::Step CaptureStep() {
  job::Step step;
  step.kind = kCaptureKind;
  step.algorithm_version = kCaptureVersion;
  step.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishCaptureSpec(static_cast<v1::CaptureSpec&>(spec), store);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateCapture(static_cast<const v1::CaptureSpec&>(spec), store);
  };
  return job::MakeStep<v1::CaptureSpec>(std::move(step), CaptureActivations);
}

}  // namespace widthlab::capture
