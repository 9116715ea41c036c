#include "services/capture/core/sensitivity/measure_sensitivity.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/proto_form.h"
#include "common/model/stream_decoder.h"
#include "common/status/macros.h"
#include "services/capture/core/sensitivity/estimate_layer.h"
#include "services/capture/core/sensitivity/model_loss.h"
#include "services/capture/core/sensitivity/remarks.h"
#include "services/capture/core/sequences.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {
namespace {

// A sequence of one token has no next token to be scored.
constexpr int kFewestTokens = 2;

// What a capture of the same numbers reads.
absl::StatusOr<std::vector<Sequence>> SequencesOf(
    const v1::SensitivitySpec& spec, absl::Span<const tokenizer::TokenDocument> documents) {
  const int64_t length = spec.input_format().empty() ? int64_t{spec.sequence_length()}
                                                     : std::numeric_limits<int64_t>::max() / 2;
  v1::CaptureSpec choice;
  choice.set_seed(spec.seed());
  choice.set_sequences(spec.sequences());
  choice.set_sequence_length(spec.sequence_length());
  return ChooseSequences(CutSequences(documents, length, /*skip_first=*/kFewestTokens - 1), choice);
}

// Base pass and head count too: a layer's work is the layers behind it and the head.
class Steps {
 public:
  Steps(job::ProgressSink& progress, const std::vector<int64_t>& layers, int64_t model_layers)
      : progress_(progress), model_layers_(model_layers) {
    for (const int64_t layer : layers) total_ += CostOf(layer);
  }

  void Begin(const std::string& stage) {
    progress_.Report({.stage = stage, .done = done_, .total = total_, .unit = "layer passes"});
  }
  void Finish(int64_t layer) { done_ += CostOf(layer); }

 private:
  int64_t CostOf(int64_t layer) const { return model_layers_ - layer; }

  job::ProgressSink& progress_;
  const int64_t model_layers_;
  int64_t total_ = 0;
  int64_t done_ = 0;
};

std::vector<int64_t> LayersOf(const v1::SensitivitySpec& spec, int64_t model_layers) {
  std::vector<bool> wanted(static_cast<size_t>(model_layers), spec.layers().empty());
  for (const int32_t layer : spec.layers()) wanted[static_cast<size_t>(layer)] = true;
  std::vector<int64_t> layers;
  for (int64_t layer = 0; layer < model_layers; ++layer) {
    if (wanted[static_cast<size_t>(layer)]) layers.push_back(layer);
  }
  return layers;
}

std::string PartOf(int64_t layer) { return absl::StrCat("layer-", layer); }

}  // namespace

absl::StatusOr<v1::Sensitivity> MeasureSensitivity(const v1::SensitivitySpec& spec,
                                                   const SensitivityInputs& inputs,
                                                   const job::FinishedParts& finished,
                                                   numeric::ThreadPool& pool,
                                                   job::ProgressSink& progress,
                                                   const job::CancelToken& cancel) {
  const architecture::Architecture& a = inputs.architecture;
  ASSIGN_OR_RETURN(const std::vector<Sequence> sequences, SequencesOf(spec, inputs.documents));
  ASSIGN_OR_RETURN(const std::unique_ptr<model::StreamDecoder> decoder,
                   model::StreamDecoder::Create(
                       a, inputs.weights,
                       {.pool = &pool, .cancelled = [&cancel] { return cancel.IsCancelled(); }}));
  std::vector<int64_t> ids, offsets = {0};
  for (const Sequence& sequence : sequences) {
    const auto first = inputs.documents[sequence.document].ids.begin() + sequence.begin;
    ids.insert(ids.end(), first, first + sequence.length);
    offsets.push_back(static_cast<int64_t>(ids.size()));
  }
  const model::TokenSequences tokens{ids, offsets};
  RETURN_IF_ERROR(decoder->Check(tokens));

  v1::Sensitivity result;
  ASSIGN_OR_RETURN(*result.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  for (int64_t layer = 0; layer < a.layers; ++layer) result.add_layers();
  const std::vector<int64_t> layers = LayersOf(spec, a.layers);
  Steps steps(progress, layers, a.layers);
  std::vector<int64_t> open;
  for (const int64_t layer : layers) {
    if (finished.Find(PartOf(layer), result.mutable_layers(static_cast<int>(layer)))) {
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
    finished.Keep(PartOf(layer), measured);
    steps.Finish(layer);
  }
  steps.Begin("done");

  result.set_relative_noise(spec.epsilon());
  result.set_draws(spec.draws());
  result.set_batches(spec.batches());
  result.set_tokens_per_batch(offsets[static_cast<size_t>(spec.sequences() / spec.batches())]);
  result.set_loss(loss->loss());
  result.set_sequences(spec.sequences());
  result.set_targets(loss->targets());
  *result.mutable_batch_losses() = {loss->base().begin(), loss->base().end()};
  for (const Sequence& sequence : sequences) {
    result.add_sequence_documents(inputs.documents[sequence.document].path);
  }
  AddRemarks(result);
  return result;
}

}  // namespace widthlab::capture
