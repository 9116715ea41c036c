#include "services/capture/core/sensitivity/measure_sensitivity.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/proto_form.h"
#include "common/model/stream_decoder.h"
#include "common/status/macros.h"
#include "services/capture/core/input_format.h"
#include "services/capture/core/scored_text.h"
#include "services/capture/core/sensitivity/estimate_layer.h"
#include "services/capture/core/sensitivity/layer_steps.h"
#include "services/capture/core/sensitivity/model_loss.h"
#include "services/capture/core/sensitivity/remarks.h"

namespace widthlab::capture {
namespace {

std::vector<int64_t> LayersOf(const v1::SensitivitySpec& spec, int64_t model_layers) {
  std::vector<bool> wanted(static_cast<size_t>(model_layers), spec.layers().empty());
  for (const int32_t layer : spec.layers()) wanted[static_cast<size_t>(layer)] = true;
  std::vector<int64_t> layers;
  for (int64_t layer = 0; layer < model_layers; ++layer) {
    if (wanted[static_cast<size_t>(layer)]) layers.push_back(layer);
  }
  return layers;
}

}  // namespace

absl::StatusOr<v1::Sensitivity> MeasureSensitivity(const v1::SensitivitySpec& spec,
                                                   const SensitivityInputs& inputs,
                                                   const job::FinishedParts& finished,
                                                   numeric::ThreadPool& pool,
                                                   job::ProgressSink& progress,
                                                   const job::CancelToken& cancel) {
  const architecture::Architecture& a = inputs.architecture;
  ASSIGN_OR_RETURN(const ScoredText text,
                   ChooseText(*inputs.documents, {.seed = spec.seed(),
                                                  .sequences = spec.sequences(),
                                                  .sequence_length = spec.sequence_length(),
                                                  .whole_documents = !IsCut(spec.input_format())}));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<model::StreamDecoder> decoder,
      model::StreamDecoder::Create(a, inputs.weights,
                                   {.pool = &pool,
                                    .cancelled = [&cancel] { return cancel.IsCancelled(); },
                                    .device = inputs.device}));
  const model::TokenSequences tokens = text.tokens();
  RETURN_IF_ERROR(decoder->Check(tokens));

  v1::Sensitivity result;
  ASSIGN_OR_RETURN(*result.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  for (int64_t layer = 0; layer < a.layers; ++layer) result.add_layers();
  const std::vector<int64_t> layers = LayersOf(spec, a.layers);
  LayerSteps steps(progress, layers, a.layers);
  std::vector<int64_t> open;
  for (const int64_t layer : layers) {
    if (finished.Find(job::LayerPart(layer), result.mutable_layers(static_cast<int>(layer)))) {
      steps.Finish(layer);
    } else {
      open.push_back(layer);
    }
  }
  steps.Begin("the model as it is");
  ASSIGN_OR_RETURN(const std::unique_ptr<ModelLoss> loss,
                   ModelLoss::Create({.decoder = *decoder,
                                      .tokens = tokens,
                                      .batches = spec.batches(),
                                      .seed = spec.seed(),
                                      .layers = open,
                                      .folder = inputs.folder,
                                      .pool = pool,
                                      .cancel = cancel}));
  for (const int64_t layer : open) {
    steps.Begin(absl::StrCat("layer ", layer));
    v1::LayerSensitivity& measured = *result.mutable_layers(static_cast<int>(layer));
    ASSIGN_OR_RETURN(measured, EstimateLayer(*loss, layer,
                                             {.draws = spec.draws(),
                                              .epsilon = spec.epsilon(),
                                              .ablation = spec.ablation()}));
    finished.Keep(job::LayerPart(layer), measured);
    steps.Finish(layer);
  }
  steps.Begin("done");

  result.set_relative_noise(spec.epsilon());
  result.set_draws(spec.draws());
  result.set_batches(spec.batches());
  result.set_tokens_per_batch(text.offsets[static_cast<size_t>(spec.sequences() / spec.batches())]);
  result.set_loss(loss->loss());
  result.set_sequences(spec.sequences());
  result.set_targets(loss->targets());
  *result.mutable_batch_losses() = {loss->base().begin(), loss->base().end()};
  *result.mutable_sequence_documents() = {text.documents.begin(), text.documents.end()};
  AddRemarks(result);
  return result;
}

}  // namespace widthlab::capture
