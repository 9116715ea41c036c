#include "services/orchestrator/core/comparison/pairing.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "google/protobuf/util/message_differencer.h"
#include "services/orchestrator/core/comparison/layer_widths.h"

namespace widthlab::pipeline {
namespace {

using training::v1::DocumentLoss;
using training::v1::TrainingResult;
using training::v1::TrainSpec;

// What must be equal in all runs: everything but the widths and the seed.
TrainSpec SharedPart(TrainSpec spec) {
  spec.clear_schedule();
  spec.clear_seed();
  spec.mutable_architecture()->clear_ffn_widths();
  return spec;
}

// Name of the first field in which two messages differ.
std::string DifferingField(const TrainSpec& a, const TrainSpec& b) {
  const auto* descriptor = TrainSpec::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    TrainSpec only_a = a;
    TrainSpec only_b = b;
    for (int j = 0; j < descriptor->field_count(); ++j) {
      if (j == i) continue;
      TrainSpec::GetReflection()->ClearField(&only_a, descriptor->field(j));
      TrainSpec::GetReflection()->ClearField(&only_b, descriptor->field(j));
    }
    if (!google::protobuf::util::MessageDifferencer::Equals(only_a, only_b)) {
      return descriptor->field(i)->name();
    }
  }
  return "";
}

absl::Status CheckOptions(const RunRecord& run, const RunRecord& first, const std::string& field) {
  if (!run.spec.has_value() || !first.spec.has_value()) return absl::OkStatus();
  const std::string differing = DifferingField(SharedPart(*run.spec), SharedPart(*first.spec));
  if (differing.empty()) return absl::OkStatus();
  return InvalidFieldBecause(
      field, absl::StrCat("was trained with another ", differing,
                          " than the baseline's first run, so the two are not paired"));
}

absl::Status CheckDocuments(const TrainingResult& run, const TrainingResult& first,
                            const std::string& field) {
  const bool equal =
      std::equal(run.validation_documents().begin(), run.validation_documents().end(),
                 first.validation_documents().begin(), first.validation_documents().end(),
                 [](const DocumentLoss& a, const DocumentLoss& b) {
                   return a.document() == b.document() && a.tokens() == b.tokens();
                 });
  if (equal) return absl::OkStatus();
  return InvalidFieldBecause(field,
                             "was evaluated on other documents than the baseline's first run");
}

absl::Status CheckWidths(const TrainingResult& run, const TrainingResult& first,
                         const std::string& field) {
  if (LayerWidths(run.architecture()) == LayerWidths(first.architecture())) {
    return absl::OkStatus();
  }
  return InvalidFieldBecause(field, "has other FFN widths than the first run of its arm");
}

}  // namespace

absl::Status CheckPairing(const v1::CompareSpec& spec, const std::vector<ArmRecord>& arms) {
  const RunRecord& first = arms[0].runs[0];
  for (size_t a = 0; a < arms.size(); ++a) {
    for (size_t r = 0; r < arms[a].runs.size(); ++r) {
      const RunRecord& run = arms[a].runs[r];
      const std::string field = absl::StrCat("arms[", a, "].runs[", r, "]");
      const uint64_t seed = spec.seeds(static_cast<int>(r));
      if (run.result.seed() != seed) {
        return InvalidFieldBecause(
            field, absl::StrCat("was trained with seed ", run.result.seed(), ", but stands in the ",
                                "place of seed ", seed));
      }
      RETURN_IF_ERROR(CheckWidths(run.result, arms[a].runs[0].result, field));
      RETURN_IF_ERROR(CheckDocuments(run.result, first.result, field));
      RETURN_IF_ERROR(CheckOptions(run, first, field));
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
