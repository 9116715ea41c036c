#include "services/capture/core/sensitivity/loss_spec.h"

#include <algorithm>
#include <thread>

#include "common/architecture/accounts.h"
#include "common/model/model_files.h"
#include "common/model/stream_memory.h"
#include "common/status/macros.h"
#include "services/capture/core/sensitivity/model_loss.h"

namespace widthlab::capture {
namespace {

// What one core does with this kind of model, for estimates.
constexpr double kFlopsPerCoreSecond = 5e10;

}  // namespace

absl::StatusOr<architecture::Architecture> ArchitectureOfModel(const std::string& model,
                                                               artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::StoredModelFiles(store, model));
  return model::ReadArchitecture(files);
}

PassCost::PassCost(const architecture::Architecture& a, int64_t sequences, int64_t sequence_length)
    : a_(a), length_(std::min(sequence_length, a.max_positions)), tokens_(sequences * length_) {
  const auto all = static_cast<double>(architecture::ForwardFlopsPerToken(a, length_));
  const double head = 2.0 * static_cast<double>(a.hidden_size) * static_cast<double>(a.vocab_size);
  layer_flops_ = (all - head) / static_cast<double>(a.layers) * static_cast<double>(tokens_);
  head_flops_ = head * static_cast<double>(tokens_);
}

void PassCost::Add(double copies, int64_t first_layer) {
  flops_ += copies * (head_flops_ + layer_flops_ * static_cast<double>(a_.layers - first_layer));
}

job::v1::CostEstimate PassCost::Estimate(int64_t copies) const {
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const int64_t bytes = tokens_ * a_.hidden_size * 4;
  const int64_t at_once = std::clamp<int64_t>(kStateBytesAtOnce / bytes, 1, copies);
  job::v1::CostEstimate estimate;
  estimate.set_seconds(flops_ / (kFlopsPerCoreSecond * cores));
  estimate.set_peak_memory_bytes(
      model::StreamMemoryBytes(a_, model::Precision::kFloat32, at_once * tokens_, length_) +
      2 * bytes);
  return estimate;
}

}  // namespace widthlab::capture
