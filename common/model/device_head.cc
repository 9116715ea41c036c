#include "common/model/device_head.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/model/device_math.h"
#include "common/model/device_memory.h"
#include "common/model/device_weights.h"
#include "common/model/pool_tasks.h"
#include "common/model/row_scores.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

using architecture::Slot;

// scores [rows, size] of the entries from `first` on, to the sums of their rows.
void AddLosses(const at::Tensor& scores, int64_t first, absl::Span<const int64_t> targets,
               absl::Span<RowLoss> sums) {
  const int64_t rows = scores.size(0), size = scores.size(1);
  std::vector<int64_t> place(static_cast<size_t>(rows));
  for (size_t r = 0; r < place.size(); ++r) {
    place[r] = std::clamp<int64_t>(targets[r] - first, 0, size - 1);
  }
  const at::Tensor index =
      at::from_blob(place.data(), {rows, 1}, at::kLong).to(scores.device(), at::kLong);
  const at::Tensor largest = scores.amax(1, /*keepdim=*/true);
  const at::Tensor sum = (scores - largest).exp_().sum(1, /*keepdim=*/true);
  std::vector<float> facts(static_cast<size_t>(3 * rows));
  ToHost(at::cat({largest, sum, scores.gather(1, index)}, 1), facts.data());
  for (size_t r = 0; r < sums.size(); ++r) {
    if (targets[r] < 0) continue;
    sums[r].Add({facts[3 * r], facts[3 * r + 1]});
    if (targets[r] - first == place[r]) sums[r].own = facts[3 * r + 2];
  }
}

void AddMaxima(const at::Tensor& scores, int64_t first, absl::Span<RowMaximum> maxima) {
  const at::Tensor numbers =
      scores.masked_fill(scores.isnan(), -std::numeric_limits<float>::infinity());
  const at::Tensor largest = numbers.amax(1, /*keepdim=*/true);
  const at::Tensor equal = scores.eq(largest);
  // Of ones and zeros, the first one. Entries are few enough for single precision.
  const at::Tensor place = equal.to(at::kByte).argmax(1, /*keepdim=*/true).to(at::kFloat);
  std::vector<float> facts(3 * maxima.size());
  ToHost(at::cat({largest, place, equal.any(1, /*keepdim=*/true).to(at::kFloat)}, 1), facts.data());
  for (size_t r = 0; r < maxima.size(); ++r) {
    const bool any = facts[3 * r + 2] != 0;
    if (any) maxima[r].Add(&facts[3 * r], first + static_cast<int64_t>(facts[3 * r + 1]), 1);
  }
}

}  // namespace

DeviceHead::DeviceHead(const StreamModel& model, const WeightFormat& format, at::Device device)
    : model_(model), format_(format), device_(device), tensors_(model.architecture, model.prefix) {}

absl::StatusOr<at::Tensor> DeviceHead::Piece(int64_t first, int64_t size) const {
  const std::string& name = tensors_.head.name;
  const int64_t d = model_.architecture.hidden_size;
  const at::Tensor piece = EmptyMatrix(size, d, format_);
  const auto count = static_cast<size_t>(size * d);
  if (format_.type == WeightType::kBFloat16) {
    RETURN_IF_ERROR(model_.source.ReadRows(
        name, first, absl::MakeSpan(static_cast<uint16_t*>(piece.mutable_data_ptr()), count)));
  } else {
    RETURN_IF_ERROR(model_.source.ReadRows(name, first,
                                           absl::MakeSpan(piece.mutable_data_ptr<float>(), count)));
  }
  return piece.to(device_, piece.scalar_type(), /*non_blocking=*/true, /*copy=*/true);
}

absl::Status DeviceHead::Run(absl::Span<const float> states, absl::Span<const int64_t> targets,
                             const HeadOutputs& outputs) const {
  const architecture::Architecture& a = model_.architecture;
  const int64_t d = a.hidden_size, vocabulary = a.vocab_size;
  const int64_t rows = static_cast<int64_t>(states.size()) / d;
  RETURN_IF_ERROR(CheckFinite(tensors_.norms, model_.source));
  ASSIGN_OR_RETURN(const LayerWeights loaded,
                   LoadWeights(a, 0, tensors_.norms, model_.source, format_));
  const DeviceWeights norms(a, 0, loaded, device_);
  std::vector<RowLoss> sums(outputs.losses.size());
  std::vector<RowMaximum> maxima(outputs.likeliest.size());
  for (int64_t first = 0; first < vocabulary; first += kDeviceVocabularyPiece) {
    ASSIGN_OR_RETURN(const at::Tensor weight,
                     Piece(first, std::min(kDeviceVocabularyPiece, vocabulary - first)));
    for (int64_t begin = 0; begin < rows; begin += kDeviceTokenBlock) {
      RETURN_IF_ERROR(CheckCancelled(model_.cancelled));
      const int64_t count = std::min(kDeviceTokenBlock, rows - begin);
      const at::Tensor x = ToDevice(states.data() + begin * d, count, d, device_);
      const at::Tensor scores = DeviceProduct(
          DeviceNorm(a, x, norms[Slot::kFinalNorm], norms[Slot::kFinalNormBias]), weight);
      DeviceSoftCap(a.final_soft_cap, scores);
      const auto at = static_cast<size_t>(begin), n = static_cast<size_t>(count);
      if (!outputs.logits.empty()) {
        ToHost(scores, outputs.logits.data() + begin * vocabulary + first, vocabulary);
      }
      if (!sums.empty()) {
        AddLosses(scores, first, targets.subspan(at, n), absl::MakeSpan(sums).subspan(at, n));
      }
      if (!maxima.empty()) AddMaxima(scores, first, absl::MakeSpan(maxima).subspan(at, n));
    }
  }
  model_.source.Release(tensors_.head.name);
  for (size_t r = 0; r < maxima.size(); ++r) outputs.likeliest[r] = maxima[r].at;
  bool finite = true;
  for (size_t r = 0; r < sums.size(); ++r) {
    outputs.losses[r] = targets[r] < 0 ? 0 : sums[r].Loss();
    finite = finite && std::isfinite(outputs.losses[r]);
  }
  return finite ? absl::OkStatus() : CheckFinite({tensors_.head}, model_.source);
}

}  // namespace widthlab::model
