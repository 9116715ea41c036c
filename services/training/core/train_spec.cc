#include "services/training/core/train_spec.h"

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/proto_form.h"
#include "common/model/device_class.h"
#include "common/model/parameter_spec.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::training {
namespace {

// What one core does with this kind of model, for estimates.
constexpr double kFlopsPerCoreSecond = 5e10;
// Weights, two moments, the gradient and its parts on two threads.
constexpr int64_t kBlocks = 6;

absl::Status CheckFields(const v1::TrainSpec& spec) {
  if (spec.batch_size() % spec.shards() != 0) {
    return InvalidField("batch_size", absl::StrCat(spec.batch_size()),
                        absl::StrCat("a multiple of shards (", spec.shards(), ")"));
  }
  if (spec.sequence_length() > spec.architecture().max_positions()) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("at most architecture.max_positions (",
                                     spec.architecture().max_positions(), ")"));
  }
  if (spec.architecture().vocab_size() < tokenizer::kByteVocabularySize) {
    return InvalidField("architecture.vocab_size", absl::StrCat(spec.architecture().vocab_size()),
                        absl::StrCat("at least ", tokenizer::kByteVocabularySize,
                                     ", the ids of the byte tokenizer"));
  }
  return absl::OkStatus();
}

absl::StatusOr<schedule::v1::Schedule> ReadSchedule(const std::string& id,
                                                    artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, "schedule.json"));
  schedule::v1::Schedule schedule;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, schedule), "schedule.json"));
  return schedule;
}

}  // namespace

absl::StatusOr<architecture::Architecture> ArchitectureOf(const v1::TrainSpec& spec,
                                                          artifact::ArtifactStore& store) {
  model::v1::Architecture proto = spec.architecture();
  if (!spec.schedule().empty()) {
    ASSIGN_OR_RETURN(const schedule::v1::Schedule schedule, ReadSchedule(spec.schedule(), store));
    if (schedule.ffn_widths_size() != proto.layers()) {
      return InvalidField("schedule",
                          absl::StrCat("a schedule of ", schedule.ffn_widths_size(), " layers"),
                          absl::StrCat("one of architecture.layers (", proto.layers(), ")"));
    }
    if (schedule.residual_widths_size() > 0) {
      return InvalidField("schedule", absl::StrCat("a ", schedule.family()),
                          "one without residual widths, which cannot be trained here");
    }
    *proto.mutable_ffn_widths() = schedule.ffn_widths();
  }
  absl::StatusOr<architecture::Architecture> a = architecture::FromProto(proto);
  if (!a.ok()) return UnderField(a.status(), "architecture");
  RETURN_IF_ERROR(UnderField(model::CheckSupported(*a), "architecture"));
  return a;
}

absl::Status FinishTrainSpec(v1::TrainSpec& spec, artifact::ArtifactStore& store) {
  RETURN_IF_ERROR(CheckFields(spec));
  RETURN_IF_ERROR(ArchitectureOf(spec, store).status());
  const std::string here = model::DeviceClass();
  if (spec.device_class().empty()) spec.set_device_class(here);
  if (spec.device_class() != here) {
    return InvalidField("device_class", spec.device_class(),
                        absl::StrCat(here, ", the class of this machine"));
  }
  return absl::OkStatus();
}

absl::StatusOr<job::v1::CostEstimate> EstimateTraining(const v1::TrainSpec& spec,
                                                       artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOf(spec, store));
  const model::v1::Accounts accounts = architecture::AccountsProto(a, spec.sequence_length());
  const double tokens = static_cast<double>(spec.steps()) * static_cast<double>(spec.batch_size()) *
                        static_cast<double>(spec.sequence_length());
  const double evaluations =
      spec.evaluation_interval() > 0 ? 1.0 * spec.steps() / spec.evaluation_interval() : 1.0;
  const double flops = accounts.training_flops_per_token() * tokens +
                       accounts.forward_flops_per_token() * evaluations *
                           static_cast<double>(spec.validation_tokens());
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  job::v1::CostEstimate estimate;
  estimate.set_seconds(flops / (kFlopsPerCoreSecond * cores));
  estimate.set_artifact_bytes(4 * accounts.total_parameters());
  estimate.set_peak_memory_bytes(kBlocks * 4 * accounts.total_parameters());
  return estimate;
}

}  // namespace widthlab::training
