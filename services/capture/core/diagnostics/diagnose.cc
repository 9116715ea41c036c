#include "services/capture/core/diagnostics/diagnose.h"

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/proto_form.h"
#include "common/model/stream_decoder.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/diagnostics/additivity.h"
#include "services/capture/core/diagnostics/diagnostics_remarks.h"
#include "services/capture/core/diagnostics/layer_diagnosis.h"
#include "services/capture/core/diagnostics/residual_stream.h"
#include "services/capture/core/input_format.h"
#include "services/capture/core/scored_text.h"
#include "services/capture/core/sensitivity/layer_steps.h"
#include "services/capture/core/sensitivity/model_loss.h"

namespace widthlab::capture {
namespace {

constexpr char kJointPart[] = "all-layers";

absl::Status CheckEligible(const v1::DiagnoseSpec& spec, int64_t eligible, int64_t tokens) {
  if (!Wants(spec, kResidualStream) || eligible >= 2) return absl::OkStatus();
  return InvalidField("skip_first", absl::StrCat(spec.skip_first()),
                      absl::StrCat("smaller, or more sequences: it leaves ", eligible, " of ",
                                   tokens, " positions, and a spectrum needs 2"));
}

// The stream behind the last layer.
std::vector<float> EndOf(const ModelLoss& loss, int64_t layers) {
  const absl::Span<const float> x = loss.ffn_in(layers - 1), update = loss.update(layers - 1);
  std::vector<float> states(x.begin(), x.end());
  for (size_t i = 0; i < states.size(); ++i) states[i] += update[i];
  return states;
}

// What is not about one layer.
void Finish(const v1::DiagnoseSpec& spec, const ScoredText& text, const ModelLoss& loss,
            v1::Diagnostics joint, v1::Diagnostics& result) {
  if (joint.has_norm_growth_removed()) {
    result.mutable_norm_growth_removed()->Swap(joint.mutable_norm_growth_removed());
    *result.mutable_factors() = spec.factors();
  }
  if (Wants(spec, kAdditivity)) *result.mutable_epsilons() = spec.epsilons();
  for (int i = 0; i < joint.additivity_size(); ++i) {
    *result.add_additivity() = AdditivityOf(spec.epsilons(i), joint.additivity(i).joint(),
                                            result.layers(), i, spec.batches());
  }
  result.set_loss(loss.loss());
  *result.mutable_batch_losses() = {loss.base().begin(), loss.base().end()};
  result.set_batches(spec.batches());
  result.set_draws(spec.draws());
  result.set_sequences(spec.sequences());
  result.set_targets(loss.targets());
  *result.mutable_sequence_documents() = {text.documents.begin(), text.documents.end()};
  AddRemarks(result);
}

}  // namespace

absl::StatusOr<v1::Diagnostics> Diagnose(const v1::DiagnoseSpec& spec,
                                         const SensitivityInputs& inputs,
                                         const job::FinishedParts& finished,
                                         numeric::ThreadPool& pool, job::ProgressSink& progress,
                                         const job::CancelToken& cancel) {
  const architecture::Architecture& a = inputs.architecture;
  ASSIGN_OR_RETURN(const ScoredText text,
                   ChooseText(*inputs.documents, {.seed = spec.seed(),
                                                  .sequences = spec.sequences(),
                                                  .sequence_length = spec.sequence_length(),
                                                  .whole_documents = !IsCut(spec.input_format()),
                                                  .skip_first = spec.skip_first()}));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<model::StreamDecoder> decoder,
      model::StreamDecoder::Create(a, inputs.weights,
                                   {.pool = &pool,
                                    .cancelled = [&cancel] { return cancel.IsCancelled(); },
                                    .device = inputs.device}));
  const model::TokenSequences tokens = text.tokens();
  RETURN_IF_ERROR(decoder->Check(tokens));
  StreamReader reader(*decoder, tokens,
                      {.batches = spec.batches(), .skip_first = spec.skip_first()}, pool, cancel);
  RETURN_IF_ERROR(CheckEligible(spec, reader.eligible(), tokens.tokens()));

  v1::Diagnostics result, joint;
  ASSIGN_OR_RETURN(*result.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  std::vector<int64_t> layers(static_cast<size_t>(a.layers));
  std::iota(layers.begin(), layers.end(), 0);
  // A pass that changes all layers runs as many as one that changes the first.
  std::vector<int64_t> passes = layers;
  passes.push_back(0);
  LayerSteps steps(progress, passes, a.layers);
  steps.Begin("the model as it is");
  ASSIGN_OR_RETURN(const std::unique_ptr<ModelLoss> loss,
                   ModelLoss::Create({.decoder = *decoder,
                                      .tokens = tokens,
                                      .batches = spec.batches(),
                                      .seed = spec.seed(),
                                      .layers = layers,
                                      .folder = inputs.folder,
                                      .pool = pool,
                                      .cancel = cancel}));
  if (Wants(spec, kResidualStream)) {
    RETURN_IF_ERROR(reader.ReadEnd(EndOf(*loss, a.layers)));
    result.set_eligible_tokens(reader.eligible());
  }
  const LayerDiagnosis diagnosis(spec, *loss, reader, tokens, a.hidden_size, pool);
  for (const int64_t layer : layers) {
    v1::LayerDiagnostics& measured = *result.add_layers();
    if (!finished.Find(job::LayerPart(layer), &measured)) {
      steps.Begin(absl::StrCat("layer ", layer));
      ASSIGN_OR_RETURN(measured, diagnosis.OfLayer(layer));
      finished.Keep(job::LayerPart(layer), measured);
    }
    steps.Finish(layer);
  }
  if (!finished.Find(kJointPart, &joint)) {
    steps.Begin("all layers at once");
    ASSIGN_OR_RETURN(joint, diagnosis.OfAll());
    finished.Keep(kJointPart, joint);
  }
  steps.Finish(0);
  steps.Begin("done");
  Finish(spec, text, *loss, std::move(joint), result);
  return result;
}

}  // namespace widthlab::capture
