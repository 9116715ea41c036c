#include "services/training/core/validation.h"

#include <algorithm>
#include <numeric>

#include "common/status/macros.h"

namespace widthlab::training {
namespace {

// Sequences of one document in one call of the decoder.
constexpr int64_t kGroupSequences = 4;

}  // namespace

std::vector<int64_t> SpreadTargets(const std::vector<int64_t>& available, int64_t total) {
  std::vector<size_t> by_size(available.size());
  std::iota(by_size.begin(), by_size.end(), size_t{0});
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return available[a] < available[b]; });
  std::vector<int64_t> chosen(available.size());
  int64_t left = total;
  for (size_t rank = 0; rank < by_size.size(); ++rank) {
    const int64_t share = left / static_cast<int64_t>(by_size.size() - rank);
    chosen[by_size[rank]] = std::min(available[by_size[rank]], share);
    left -= chosen[by_size[rank]];
  }
  return chosen;
}

ValidationSet::ValidationSet(absl::Span<const tokenizer::TokenDocument> documents,
                             const v1::TrainSpec& spec)
    : documents_(documents) {
  const int64_t most = std::max<int64_t>(spec.validation_tokens() / spec.sequence_length(), 1);
  const size_t read =
      static_cast<size_t>(std::min<int64_t>(most, static_cast<int64_t>(documents.size())));
  std::vector<int64_t> available;
  for (size_t i = 0; i < read; ++i) {
    available.push_back(std::max<int64_t>(static_cast<int64_t>(documents[i].ids.size()) - 1, 0));
  }
  const std::vector<int64_t> targets = SpreadTargets(available, spec.validation_tokens());
  for (size_t i = 0; i < read; ++i) AddDocument(i, targets[i], spec.sequence_length());
}

void ValidationSet::AddDocument(size_t index, int64_t targets, int64_t sequence_length) {
  int64_t begin = 0;
  while (begin < targets) {
    const int64_t left = targets - begin;
    const int64_t sequences = std::clamp<int64_t>(left / sequence_length, 1, kGroupSequences);
    const int64_t length = std::min(left, sequence_length);
    groups_.push_back({index, begin, sequences, length});
    begin += sequences * length;
  }
}

absl::StatusOr<double> ValidationSet::GroupLoss(const model::Decoder& decoder,
                                                const Group& group) const {
  const auto first = documents_[group.document].ids.begin() + group.begin;
  const int64_t tokens = group.sequences * group.length;
  const std::vector<int64_t> ids(first, first + tokens);
  const std::vector<int64_t> targets(first + 1, first + 1 + tokens);
  std::vector<double> losses(ids.size());
  RETURN_IF_ERROR(decoder.Losses({.ids = ids, .sequences = group.sequences, .length = group.length},
                                 targets, {}, absl::MakeSpan(losses)));
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

absl::StatusOr<std::vector<v1::DocumentLoss>> ValidationSet::Evaluate(
    const model::Decoder& decoder, numeric::ThreadPool& pool,
    const job::CancelToken& cancel) const {
  std::vector<absl::StatusOr<double>> sums(groups_.size(), 0.0);
  pool.Run(static_cast<int64_t>(groups_.size()), [&](int64_t i) {
    const auto index = static_cast<size_t>(i);
    const absl::Status status = cancel.Check();
    sums[index] = status.ok() ? GroupLoss(decoder, groups_[index]) : status;
  });
  std::vector<v1::DocumentLoss> losses;
  size_t current = documents_.size();
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (!sums[i].ok()) return sums[i].status();
    const Group& group = groups_[i];
    if (group.document != current) {
      current = group.document;
      losses.emplace_back().set_document(documents_[current].path);
    }
    losses.back().set_tokens(losses.back().tokens() + group.sequences * group.length);
    losses.back().set_loss(losses.back().loss() + *sums[i]);
  }
  for (v1::DocumentLoss& loss : losses) {
    loss.set_loss(loss.loss() / static_cast<double>(loss.tokens()));
  }
  return losses;
}

int64_t ValidationSet::target_count() const {
  int64_t count = 0;
  for (const Group& group : groups_) count += group.sequences * group.length;
  return count;
}

double MeanLoss(absl::Span<const v1::DocumentLoss> losses) {
  double sum = 0;
  double tokens = 0;
  for (const v1::DocumentLoss& loss : losses) {
    sum += loss.loss() * static_cast<double>(loss.tokens());
    tokens += static_cast<double>(loss.tokens());
  }
  return sum / tokens;
}

}  // namespace widthlab::training
