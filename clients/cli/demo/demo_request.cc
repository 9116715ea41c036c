#include "clients/cli/demo/demo_request.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/run_request.h"
#include "common/artifact/digest.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using pipeline::v1::GeometryGuidedTemplate;

// Eight layers, so that a schedule has something to shape, the FFNs two thirds of the parameters.
// The quantum is an eighth of the mean width. About 400 seconds of one core in all.
void FillFull(GeometryGuidedTemplate& demo) {
  model::v1::Architecture& shape = *demo.mutable_architecture();
  shape.set_layers(8);
  shape.set_hidden_size(96);
  shape.set_heads(4);
  shape.set_ffn_width(256);
  demo.set_quantum(32);
  training::v1::TrainSpec& train = *demo.mutable_train();
  train.set_steps(200);
  train.set_batch_size(8);
  train.set_sequence_length(128);
  train.set_validation_tokens(16384);
  capture::v1::CaptureSpec& capture = *demo.mutable_capture();
  capture.set_subsamples(4);
  capture.set_tokens_per_subsample(128);
  capture.set_sequence_length(128);
}

void FillFast(GeometryGuidedTemplate& demo) {
  FillFull(demo);
  demo.mutable_architecture()->set_layers(6);
  demo.mutable_architecture()->set_hidden_size(64);
  demo.mutable_architecture()->set_ffn_width(192);
  demo.set_quantum(24);
  demo.mutable_train()->set_steps(120);
  demo.mutable_train()->set_validation_tokens(8192);
  demo.mutable_capture()->set_subsamples(2);
  demo.mutable_capture()->set_tokens_per_subsample(96);
  demo.add_seeds(1);
}

// Under an id that follows from what is asked for, so that the same demonstration goes on.
void NameRequest(const char* prefix, pipeline::v1::RunPipelineRequest& request) {
  const std::string digest = artifact::Sha256Of(spec::CanonicalJson(request));
  request.set_request_id(absl::StrCat(prefix, digest.substr(0, 32)));
}

}  // namespace

absl::StatusOr<pipeline::v1::RunPipelineRequest> DemoRequest(
    const std::string& text, bool fast, const std::vector<std::string>& settings) {
  pipeline::v1::RunPipelineRequest request;
  GeometryGuidedTemplate& demo = *request.mutable_geometry_guided();
  demo.set_text(text);
  fast ? FillFast(demo) : FillFull(demo);
  RETURN_IF_ERROR(ApplySettings(settings, demo));
  NameRequest("demo-", request);
  return request;
}

absl::StatusOr<pipeline::v1::RunPipelineRequest> ProfileRequest(
    const std::string& text, const std::vector<std::string>& models, bool fast,
    const std::vector<std::string>& settings) {
  pipeline::v1::RunPipelineRequest request;
  pipeline::v1::ProfileModelTemplate& profile = *request.mutable_profile_model();
  RETURN_IF_ERROR(AddModels(request, models));
  profile.set_text(text);
  if (fast) {
    profile.mutable_capture()->set_subsamples(2);
    profile.mutable_capture()->set_tokens_per_subsample(128);
    profile.mutable_sensitivity()->set_sequences(4);
    profile.mutable_sensitivity()->set_batches(4);
    profile.mutable_sensitivity()->set_draws(1);
  }
  RETURN_IF_ERROR(ApplySettings(settings, profile));
  NameRequest("profile-", request);
  return request;
}

}  // namespace widthlab::cli
