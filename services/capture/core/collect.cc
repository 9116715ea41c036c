#include "services/capture/core/collect.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/model/decoder.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::capture {
namespace {

// Sum of losses and the number of targets behind it.
struct LossSum {
  double sum = 0;
  int64_t targets = 0;
};

class Collector {
 public:
  Collector(const model::Parameters& weights, absl::Span<const tokenizer::TokenDocument> documents,
            absl::Span<const Sequence> sequences, const TokenSample& sample,
            const job::CancelToken& cancel)
      : documents_(documents),
        sequences_(sequences),
        sample_(sample),
        decoder_(weights, {.longest_sequence = LongestOf(sequences),
                           .cancelled = [&cancel] { return cancel.IsCancelled(); }}),
        cloud_(weights.architecture().layers, static_cast<int64_t>(sample.tokens.size()),
               weights.architecture().hidden_size),
        rows_of_(sequences.size()) {
    for (size_t row = 0; row < sample.tokens.size(); ++row) {
      rows_of_[static_cast<size_t>(sample.tokens[row].sequence)].push_back(row);
    }
  }

  // Fills the rows of one sequence.
  absl::StatusOr<LossSum> Collect(size_t index) {
    const Sequence& sequence = sequences_[index];
    const auto first = documents_[sequence.document].ids.begin() + sequence.begin;
    const std::vector<int64_t> ids(first, first + sequence.length);
    std::vector<int64_t> targets(ids.begin() + 1, ids.end());
    targets.push_back(-1);
    std::vector<double> losses(ids.size());
    absl::Status states;
    RETURN_IF_ERROR(decoder_.Losses(
        {.ids = ids, .sequences = 1, .length = sequence.length}, targets,
        [&](const model::LayerStates& layer) {
          if (states.ok()) states = KeepStates(index, layer);
        },
        absl::MakeSpan(losses)));
    RETURN_IF_ERROR(states);
    for (const size_t row : rows_of_[index]) {
      cloud_.sequence[row] = static_cast<int64_t>(index);
      cloud_.position[row] = sample_.tokens[row].position;
      cloud_.token_id[row] = ids[static_cast<size_t>(sample_.tokens[row].position)];
    }
    return LossSum{std::accumulate(losses.begin(), losses.end(), 0.0), sequence.length - 1};
  }

  Cloud& cloud() { return cloud_; }

 private:
  static int64_t LongestOf(absl::Span<const Sequence> sequences) {
    int64_t longest = 1;
    for (const Sequence& sequence : sequences) longest = std::max(longest, sequence.length);
    return longest;
  }

  absl::Status KeepStates(size_t index, const model::LayerStates& states) {
    Cloud::Layer& layer = cloud_.layers[static_cast<size_t>(states.layer)];
    for (const size_t row : rows_of_[index]) {
      const int64_t position = sample_.tokens[row].position;
      const auto from = static_cast<size_t>(position * cloud_.width);
      const auto width = static_cast<size_t>(cloud_.width);
      const absl::Span<const float> x = states.ffn_in.subspan(from, width);
      const absl::Span<const float> y = states.ffn_out.subspan(from, width);
      const auto finite = [](float value) { return std::isfinite(value); };
      if (!std::all_of(x.begin(), x.end(), finite) || !std::all_of(y.begin(), y.end(), finite)) {
        return MakeError(absl::StatusCode::kFailedPrecondition,
                         {.reason = "STATES_NOT_FINITE", .field = "model"},
                         absl::StrCat("the model's states are not finite in layer ", states.layer,
                                      ", sequence ", index, ", position ", position));
      }
      std::copy(x.begin(), x.end(), layer.ffn_in.begin() + static_cast<int64_t>(row * width));
      std::copy(y.begin(), y.end(), layer.ffn_out.begin() + static_cast<int64_t>(row * width));
    }
    return absl::OkStatus();
  }

  absl::Span<const tokenizer::TokenDocument> documents_;
  absl::Span<const Sequence> sequences_;
  const TokenSample& sample_;
  const model::Decoder decoder_;
  Cloud cloud_;
  std::vector<std::vector<size_t>> rows_of_;
};

}  // namespace

absl::StatusOr<Collected> CollectStates(const model::Parameters& weights,
                                        absl::Span<const tokenizer::TokenDocument> documents,
                                        absl::Span<const Sequence> sequences,
                                        const TokenSample& sample, numeric::ThreadPool& pool,
                                        job::ProgressSink& progress,
                                        const job::CancelToken& cancel) {
  Collector collector(weights, documents, sequences, sample, cancel);
  const auto total = static_cast<int64_t>(sequences.size());
  std::vector<absl::StatusOr<LossSum>> sums(sequences.size(), LossSum{});
  std::atomic<int64_t> done{0};
  pool.Run(total, [&](int64_t i) {
    const auto index = static_cast<size_t>(i);
    if (absl::Status status = cancel.Check(); !status.ok()) {
      sums[index] = status;
      return;
    }
    sums[index] = collector.Collect(index);
    progress.Report({.stage = "capturing", .done = ++done, .total = total, .unit = "sequences"});
  });
  LossSum all;
  for (const absl::StatusOr<LossSum>& sum : sums) {
    if (!sum.ok()) return sum.status();
    all.sum += sum->sum;
    all.targets += sum->targets;
  }
  const double loss = all.targets > 0 ? all.sum / static_cast<double>(all.targets) : 0;
  return Collected{.cloud = std::move(collector.cloud()), .loss = loss};
}

}  // namespace widthlab::capture
