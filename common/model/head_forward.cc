#include "common/model/head_forward.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/model/kernels.h"
#include "common/model/layer_forward.h"
#include "common/model/stream_kernels.h"
#include "common/numeric/exact_log.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

using architecture::Slot;
using architecture::StoredTensor;

// The vocabulary's pieces of one row, added up in their order.
struct RowLoss {
  LogSum sum = {-std::numeric_limits<float>::infinity(), 0};
  double total = 0;  // exponentials, relative to sum.largest
  float own = 0;     // logit of the target

  void Add(const LogSum& piece) {
    if (total == 0) {
      sum = piece;
      total = static_cast<double>(piece.sum);
      return;
    }
    const float largest = std::max(sum.largest, piece.largest);
    total = total * std::exp(static_cast<double>(sum.largest - largest)) +
            static_cast<double>(piece.sum) * std::exp(static_cast<double>(piece.largest - largest));
    sum.largest = largest;
  }

  double Loss() const {
    if (!std::isfinite(total)) return std::numeric_limits<double>::quiet_NaN();
    return numeric::ExactLog(total) + static_cast<double>(sum.largest) - static_cast<double>(own);
  }
};

// The largest logit of one row, and where it is.
struct RowMaximum {
  float largest = -std::numeric_limits<float>::infinity();
  int64_t at = -1;

  void Add(const float* row, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      if (row[i] > largest || (at < 0 && row[i] == largest)) {
        largest = row[i];
        at = first + i;
      }
    }
  }
};

const StoredTensor& HeadTensor(const architecture::Architecture& a,
                               const std::vector<StoredTensor>& outer) {
  return a.tied_embeddings ? outer.front() : outer.back();
}

}  // namespace

HeadForward::HeadForward(const architecture::Architecture& a, const std::string& prefix,
                         const tensor_io::TensorSource& source, WeightType type, PoolTasks tasks)
    : a_(a),
      outer_(architecture::OuterTensors(a, prefix)),
      source_(source),
      type_(type),
      tasks_(std::move(tasks)) {}

absl::StatusOr<std::vector<float>> HeadForward::Normed(absl::Span<const float> states,
                                                       int64_t rows) const {
  std::vector<StoredTensor> norms;
  for (const StoredTensor& tensor : outer_) {
    if (tensor.slot == Slot::kFinalNorm || tensor.slot == Slot::kFinalNormBias) {
      norms.push_back(tensor);
    }
  }
  ASSIGN_OR_RETURN(const LayerWeights weights, LoadWeights(a_, 0, norms, source_, type_));
  const std::vector<float>& w = weights.vector(Slot::kFinalNorm);
  const auto eps = static_cast<float>(a_.norm_eps);
  std::vector<float> normed(states.size());
  if (a_.norm == architecture::NormKind::kLayer) {
    LayerNormForward(states.data(), w.data(), weights.vector(Slot::kFinalNormBias).data(), eps,
                     rows, a_.hidden_size, normed.data());
  } else {
    std::vector<float> inverse(static_cast<size_t>(rows));
    RmsNormForward(states.data(), w.data(), eps, rows, a_.hidden_size, normed.data(),
                   inverse.data());
  }
  if (!AllFinite(normed.data(), static_cast<int64_t>(normed.size()))) {
    RETURN_IF_ERROR(CheckFinite(norms, source_));
  }
  return normed;
}

absl::Status HeadForward::Run(absl::Span<const float> states, absl::Span<const int64_t> targets,
                              absl::Span<double> losses, absl::Span<float> logits,
                              absl::Span<int64_t> likeliest) const {
  const int64_t d = a_.hidden_size, vocabulary = a_.vocab_size;
  const int64_t rows = static_cast<int64_t>(states.size()) / d;
  ASSIGN_OR_RETURN(const std::vector<float> normed, Normed(states, rows));
  const StoredTensor& head = HeadTensor(a_, outer_);
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
