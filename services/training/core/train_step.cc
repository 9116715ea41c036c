#include "services/training/core/train_step.h"

#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/architecture/proto_form.h"
#include "common/model/device_class.h"
#include "common/model/stored_model.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "common/tokenizer/text_documents.h"
#include "services/training/core/corpus.h"
#include "services/training/core/train_spec.h"
#include "services/training/core/trainer.h"

namespace widthlab::training {
namespace {

int64_t TokensOf(const v1::TrainSpec& spec) {
  return int64_t{spec.steps()} * spec.batch_size() * spec.sequence_length();
}

// Progress in tokens, so that the rate is the one that people compare.
MetricCallback ReportTo(job::ProgressSink& progress, int64_t total) {
  return [&progress, total](const v1::TrainingMetric& metric) {
    progress.Report(
        {.stage = "training", .done = metric.tokens(), .total = total, .unit = "tokens"});
    progress.Publish(metric.SerializeAsString());
  };
}

absl::StatusOr<v1::TrainingResult> ResultOf(const v1::TrainSpec& spec,
                                            const architecture::Architecture& a,
                                            TrainingOutcome outcome) {
  v1::TrainingResult result;
  ASSIGN_OR_RETURN(*result.mutable_architecture(),
                   architecture::ToProto(a, spec.architecture().ffn_width()));
  *result.mutable_accounts() = architecture::AccountsProto(a, spec.sequence_length());
  result.set_seed(spec.seed());
  result.set_tokens(TokensOf(spec));
  result.set_validation_loss(outcome.validation_loss);
  *result.mutable_validation_documents() = {outcome.validation.begin(), outcome.validation.end()};
  *result.mutable_metrics() = {outcome.metrics.begin(), outcome.metrics.end()};
  result.set_training_flops(result.accounts().training_flops_per_token() *
                            static_cast<double>(result.tokens()));
  return result;
}

absl::StatusOr<Corpus> LoadCorpus(const v1::TrainSpec& spec, const job::StepContext& context) {
  context.progress.Report({.stage = "reading text", .total = TokensOf(spec), .unit = "tokens"});
  ASSIGN_OR_RETURN(
      std::vector<tokenizer::TokenDocument> documents,
      tokenizer::LoadDocuments(context.store, spec.text(), *tokenizer::MakeByteTokenizer()));
  return MakeCorpus(std::move(documents), spec.validation_share());
}

}  // namespace

absl::StatusOr<std::string> Train(const v1::TrainSpec& spec, const job::StepContext& context) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOf(spec, context.store));
  ASSIGN_OR_RETURN(const Corpus corpus, LoadCorpus(spec, context));
  ASSIGN_OR_RETURN(model::Parameters parameters, model::Parameters::Create(a));
  parameters.Initialise(spec.seed());
  const absl::Time start = absl::Now();
  ASSIGN_OR_RETURN(TrainingOutcome outcome,
                   TrainDecoder(spec, corpus, context.pool, context.cancel,
                                ReportTo(context.progress, TokensOf(spec)), parameters));
  const double seconds = absl::ToDoubleSeconds(absl::Now() - start);
  ASSIGN_OR_RETURN(const v1::TrainingResult result, ResultOf(spec, a, std::move(outcome)));

  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_TRAINING_RUN,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(model::AddCheckpoint(parameters, context.store, builder));
  RETURN_IF_ERROR(builder.AddFile("result.json", "application/json", spec::CanonicalJson(result)));
  builder.Version("libtorch", model::LibTorchVersion());
  builder.Measure("training_seconds", seconds);
  builder.Measure("tokens_per_second", static_cast<double>(result.tokens()) / seconds);
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

job::Step TrainStep() {
  job::Step step;
  step.kind = kTrainKind;
  step.algorithm_version = kTrainVersion;
  step.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return FinishTrainSpec(static_cast<v1::TrainSpec&>(spec), store);
  };
  step.estimate = [](const google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    return EstimateTraining(static_cast<const v1::TrainSpec&>(spec), store);
  };
  return job::MakeStep<v1::TrainSpec>(std::move(step), Train);
}

}  // namespace widthlab::training
