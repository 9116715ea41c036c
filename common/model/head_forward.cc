#include "common/model/head_forward.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/model/kernels.h"
#include "common/model/layer_forward.h"
#include "common/model/layer_weights.h"
#include "common/model/row_scores.h"
#include "common/model/stream_kernels.h"
#include "common/status/macros.h"

namespace widthlab::model {

using architecture::StoredTensor;

HeadForward::HeadForward(const architecture::Architecture& a, const std::string& prefix,
                         const tensor_io::TensorSource& source, WeightType type, PoolTasks tasks)
    : a_(a), tensors_(a, prefix), source_(source), type_(type), tasks_(std::move(tasks)) {}

absl::StatusOr<std::vector<float>> HeadForward::Normed(absl::Span<const float> states,
                                                       int64_t rows) const {
  ASSIGN_OR_RETURN(const LayerWeights weights,
                   LoadWeights(a_, 0, tensors_.norms, source_, {type_}));
  const std::vector<float>& w = weights.vector(architecture::Slot::kFinalNorm);
  const auto eps = static_cast<float>(a_.norm_eps);
  std::vector<float> normed(states.size());
  if (a_.norm == architecture::NormKind::kLayer) {
    LayerNormForward(states.data(), w.data(),
                     weights.vector(architecture::Slot::kFinalNormBias).data(), eps, rows,
                     a_.hidden_size, normed.data());
  } else {
    std::vector<float> inverse(static_cast<size_t>(rows));
    RmsNormForward(states.data(), w.data(), eps, rows, a_.hidden_size, normed.data(),
                   inverse.data());
  }
  if (!AllFinite(normed.data(), static_cast<int64_t>(normed.size()))) {
    RETURN_IF_ERROR(CheckFinite(tensors_.norms, source_));
  }
  return normed;
}

absl::Status HeadForward::Run(absl::Span<const float> states, absl::Span<const int64_t> targets,
                              const HeadOutputs& outputs) const {
  const absl::Span<double> losses = outputs.losses;
  const absl::Span<float> logits = outputs.logits;
  const absl::Span<int64_t> likeliest = outputs.likeliest;
  const int64_t d = a_.hidden_size, vocabulary = a_.vocab_size;
  const int64_t rows = static_cast<int64_t>(states.size()) / d;
  ASSIGN_OR_RETURN(const std::vector<float> normed, Normed(states, rows));
  const StoredTensor& head = tensors_.head;
  const bool half = type_ != WeightType::kFloat32;
  std::vector<RowLoss> sums(losses.empty() ? 0 : static_cast<size_t>(rows));
  std::vector<RowMaximum> maxima(likeliest.size());
  const int64_t blocks = (rows + kTokenBlock - 1) / kTokenBlock;
  for (int64_t first = 0; first < vocabulary; first += kVocabularyPiece) {
    const int64_t piece = std::min(kVocabularyPiece, vocabulary - first);
    at::Tensor weight = at::empty({piece, d}, at::kFloat);
    RETURN_IF_ERROR(source_.ReadRows(
        head.name, first,
        absl::MakeSpan(weight.mutable_data_ptr<float>(), static_cast<size_t>(piece * d))));
    if (half) weight = weight.to(at::kBFloat16);
    if (type_ == WeightType::kRounded) weight = weight.to(at::kFloat);
    RETURN_IF_ERROR(tasks_.Run(blocks, [&](int64_t block) {
      const int64_t begin = block * kTokenBlock;
      const int64_t count = std::min(kTokenBlock, rows - begin);
      const at::Tensor scores = at::empty({count, piece}, at::kFloat);
      float* row = scores.mutable_data_ptr<float>();
      MatrixProduct(normed.data() + begin * d, count, weight, type_, row, piece);
      if (a_.final_soft_cap > 0) {
        SoftCap(static_cast<float>(a_.final_soft_cap), count * piece, row);
      }
      for (int64_t r = begin; r < begin + count; ++r, row += piece) {
        if (!logits.empty())
          std::copy_n(row, piece, &logits[static_cast<size_t>(r * vocabulary + first)]);
        if (!maxima.empty()) maxima[static_cast<size_t>(r)].Add(row, first, piece);
        if (losses.empty() || targets[static_cast<size_t>(r)] < 0) continue;
        RowLoss& sum = sums[static_cast<size_t>(r)];
        sum.Add(SumOfExponentials(row, piece));
        const int64_t own = targets[static_cast<size_t>(r)] - first;
        if (own >= 0 && own < piece) sum.own = row[own];
      }
    }));
  }
  source_.Release(head.name);
  for (size_t r = 0; r < maxima.size(); ++r) likeliest[r] = maxima[r].at;
  bool finite = true;
  for (size_t r = 0; r < sums.size(); ++r) {
    losses[r] = targets[r] < 0 ? 0 : sums[r].Loss();
    finite = finite && std::isfinite(losses[r]);
  }
  return finite ? absl::OkStatus() : CheckFinite({head}, source_);
}

}  // namespace widthlab::model
