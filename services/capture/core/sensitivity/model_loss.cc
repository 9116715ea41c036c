#include "services/capture/core/sensitivity/model_loss.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/numeric/parallel_for.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/sensitivity/relative_noise.h"

namespace widthlab::capture {
namespace {

// Rows of noise that one thread makes at once.
constexpr int64_t kRows = 64;

// The tokens `copies` times.
struct Copies {
  std::vector<int64_t> ids = {};
  std::vector<int64_t> offsets = {0};
};

Copies CopiesOf(const model::TokenSequences& tokens, size_t copies) {
  Copies all;
  for (size_t copy = 0; copy < copies; ++copy) {
    const int64_t start = all.offsets.back();
    all.ids.insert(all.ids.end(), tokens.ids.begin(), tokens.ids.end());
    for (size_t i = 1; i < tokens.offsets.size(); ++i) {
      all.offsets.push_back(start + tokens.offsets[i]);
    }
  }
  return all;
}

bool IsOverflow(const absl::Status& status) {
  const std::optional<ErrorFacts> facts = FactsOf(status);
  return facts.has_value() && facts->reason == "STATES_NOT_FINITE";
}

}  // namespace

// Copies X_l and the update of the layers that are wanted as they come by.
class ModelLoss::Keeper : public model::LayerVisitor {
 public:
  explicit Keeper(std::map<int64_t, Kept>& kept) : kept_(kept) {}

  bool wants_contributions() const override { return true; }

  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    const auto place = kept_.find(layer);
    if (place != kept_.end()) Copy(states, place->second.ffn_in);
    return absl::OkStatus();
  }
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
    const auto place = kept_.find(layer);
    if (place != kept_.end()) Copy(update, place->second.update);
    return absl::OkStatus();
  }

 private:
  static void Copy(absl::Span<const float> from, FloatFile& to) {
    std::copy(from.begin(), from.end(), to.data());
    to.Release();
  }

  std::map<int64_t, Kept>& kept_;
};

absl::StatusOr<std::unique_ptr<ModelLoss>> ModelLoss::Create(const ModelLossInputs& inputs) {
  std::unique_ptr<ModelLoss> loss(new ModelLoss(inputs));
  const int64_t numbers = inputs.tokens.tokens() * inputs.decoder.architecture().hidden_size;
  for (const int64_t layer : inputs.layers) {
    Kept& kept = loss->kept_[layer];
    ASSIGN_OR_RETURN(kept.ffn_in,
                     FloatFile::Open(inputs.folder, absl::StrCat("ffn_in-", layer), numbers));
    ASSIGN_OR_RETURN(kept.update,
                     FloatFile::Open(inputs.folder, absl::StrCat("update-", layer), numbers));
  }
  RETURN_IF_ERROR(loss->RunBase());
  return loss;
}

absl::Status ModelLoss::RunBase() {
  const model::StreamDecoder& decoder = inputs_.decoder;
  const architecture::Architecture& a = decoder.architecture();
  std::vector<float> states(static_cast<size_t>(inputs_.tokens.tokens() * a.hidden_size));
  RETURN_IF_ERROR(decoder.Embed(inputs_.tokens, absl::MakeSpan(states)));
  Keeper keeper(kept_);
  RETURN_IF_ERROR(decoder.RunLayers(inputs_.tokens, 0, a.layers, absl::MakeSpan(states), keeper));
  base_.resize(static_cast<size_t>(inputs_.batches));
  RETURN_IF_ERROR(BatchLosses(inputs_.tokens, states, absl::MakeSpan(base_)));
  const int64_t size = inputs_.tokens.count() / inputs_.batches;
  double sum = 0;
  for (int64_t b = 0; b < inputs_.batches; ++b) {
    const double loss = base_[static_cast<size_t>(b)];
    if (!std::isfinite(loss)) {
      return FailedPrecondition("LOSS_NOT_FINITE",
                                absl::StrCat("the model's loss is not finite in batch ", b));
    }
    sum += loss * static_cast<double>(TargetsOf(b * size, (b + 1) * size));
  }
  loss_ = sum / static_cast<double>(targets());
  return absl::OkStatus();
}

int64_t ModelLoss::TargetsOf(int64_t first, int64_t last) const {
  const std::vector<int64_t>& offsets = inputs_.tokens.offsets;
  return offsets[static_cast<size_t>(last)] - offsets[static_cast<size_t>(first)] - (last - first);
}

int64_t ModelLoss::targets() const { return TargetsOf(0, inputs_.tokens.count()); }

absl::Status ModelLoss::BatchLosses(const model::TokenSequences& tokens,
                                    absl::Span<const float> states,
                                    absl::Span<double> losses) const {
  std::vector<double> each(static_cast<size_t>(tokens.tokens()));
  RETURN_IF_ERROR(inputs_.decoder.Head(tokens, states, {.losses = absl::MakeSpan(each)}));
  const int64_t size = inputs_.tokens.count() / inputs_.batches;
  for (size_t i = 0; i < losses.size(); ++i) {
    const auto first = static_cast<int64_t>(i) * size;
    const auto begin = each.begin() + tokens.offsets[static_cast<size_t>(first)];
    const auto end = each.begin() + tokens.offsets[static_cast<size_t>(first + size)];
    const int64_t targets = (end - begin) - size;
    losses[i] = std::accumulate(begin, end, 0.0) / static_cast<double>(targets);
  }
  return absl::OkStatus();
}

void ModelLoss::MakeStates(int64_t layer, const Change& change, absl::Span<float> states) const {
  const Kept& kept = kept_.at(layer);
  const int64_t d = inputs_.decoder.architecture().hidden_size;
  const std::vector<int64_t>& offsets = inputs_.tokens.offsets;
  inputs_.pool.Run(inputs_.tokens.count(), [&](int64_t sequence) {
    const int64_t begin = offsets[static_cast<size_t>(sequence)];
    const int64_t length = offsets[static_cast<size_t>(sequence) + 1] - begin;
    numeric::ParallelFor(inputs_.pool, 0, length, kRows, [&](int64_t first, int64_t last) {
      const auto at = static_cast<size_t>((begin + first) * d);
      const auto count = static_cast<size_t>((last - first) * d);
      const absl::Span<const float> x = kept.ffn_in.values().subspan(at, count);
      const absl::Span<float> out = states.subspan(at, count);
      if (change.removed) {
        std::copy(x.begin(), x.end(), out.begin());
        return;
      }
      AddRelativeNoise({inputs_.seed, layer, sequence, change.draw}, change.factor, d, first,
                       kept.update.values().subspan(at, count),
                       kept.update.values().subspan(at, count), out);
      for (size_t i = 0; i < count; ++i) out[i] += x[i];
    });
  });
}

absl::Status ModelLoss::EnterLayer(int64_t layer, absl::Span<float> states) const {
  if (layer == 0) return inputs_.decoder.Embed(inputs_.tokens, states);
  const absl::Span<const float> x = ffn_in(layer - 1), u = update(layer - 1);
  for (size_t i = 0; i < states.size(); ++i) states[i] = x[i] + u[i];
  return absl::OkStatus();
}

absl::Status ModelLoss::RunCopies(int64_t layer, size_t copies, absl::Span<float> states,
                                  model::LayerVisitor& visitor, absl::Span<double> losses) const {
  const Copies all = CopiesOf(inputs_.tokens, copies);
  const model::TokenSequences tokens{all.ids, all.offsets};
  const absl::Status status = inputs_.decoder.RunLayers(
      tokens, layer, inputs_.decoder.architecture().layers, states, visitor);
  if (IsOverflow(status)) {
    std::fill(losses.begin(), losses.end(), std::numeric_limits<double>::quiet_NaN());
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(status);
  return BatchLosses(tokens, states, losses);
}

size_t ModelLoss::CopiesAtOnce() const {
  const int64_t bytes =
      inputs_.tokens.tokens() * inputs_.decoder.architecture().hidden_size * int64_t{sizeof(float)};
  return static_cast<size_t>(std::max<int64_t>(1, kStateBytesAtOnce / bytes));
}

void ModelLoss::Release(int64_t layer) const {
  kept_.at(layer).ffn_in.Release();
  kept_.at(layer).update.Release();
}

absl::Status ModelLoss::RunSome(int64_t layer, absl::Span<const Change> changes,
                                absl::Span<double> losses) {
  const architecture::Architecture& a = inputs_.decoder.architecture();
  const auto size = static_cast<size_t>(inputs_.tokens.tokens() * a.hidden_size);
  std::vector<float> states(changes.size() * size);
  for (size_t c = 0; c < changes.size(); ++c) {
    RETURN_IF_ERROR(inputs_.cancel.Check());
    MakeStates(layer, changes[c], absl::MakeSpan(states).subspan(c * size, size));
  }
  model::LayerVisitor nobody;
  return RunCopies(layer + 1, changes.size(), absl::MakeSpan(states), nobody, losses);
}

absl::Status ModelLoss::Losses(int64_t layer, absl::Span<const Change> changes,
                               absl::Span<double> losses) {
  const size_t batches = base_.size(), most = CopiesAtOnce();
  for (size_t first = 0; first < changes.size(); first += most) {
    const size_t count = std::min(most, changes.size() - first);
    RETURN_IF_ERROR(RunSome(layer, changes.subspan(first, count),
                            losses.subspan(first * batches, count * batches)));
  }
  Release(layer);
  return absl::OkStatus();
}

// Shows each copy of the tokens to a pass.
class ModelLoss::PassVisitor : public model::LayerVisitor {
 public:
  PassVisitor(ChangedPass& pass, int64_t first_copy, size_t size, const job::CancelToken& cancel)
      : pass_(pass), first_copy_(first_copy), size_(size), cancel_(cancel) {}

  bool wants_contributions() const override { return pass_.changes_updates(); }

  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    return ForEachCopy(states,
                       [&](int64_t copy, absl::Span<float> own) { pass_.FfnIn(layer, copy, own); });
  }
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
    return ForEachCopy(
        update, [&](int64_t copy, absl::Span<float> own) { pass_.FfnUpdate(layer, copy, own); });
  }

 private:
  template <typename Visit>
  absl::Status ForEachCopy(absl::Span<float> all, Visit visit) const {
    for (size_t c = 0; c * size_ < all.size(); ++c) {
      RETURN_IF_ERROR(cancel_.Check());
      visit(first_copy_ + static_cast<int64_t>(c), all.subspan(c * size_, size_));
    }
    return absl::OkStatus();
  }

  ChangedPass& pass_;
  const int64_t first_copy_;
  const size_t size_;
  const job::CancelToken& cancel_;
};

absl::Status ModelLoss::RunPasses(int64_t layer, int64_t first_copy, int64_t copies,
                                  ChangedPass& pass, absl::Span<double> losses) const {
  const auto size =
      static_cast<size_t>(inputs_.tokens.tokens() * inputs_.decoder.architecture().hidden_size);
  const auto count = static_cast<size_t>(copies);
  std::vector<float> states(count * size);
  RETURN_IF_ERROR(EnterLayer(layer, absl::MakeSpan(states).subspan(0, size)));
  for (size_t c = 1; c < count; ++c) {
    std::copy_n(states.begin(), size, states.begin() + static_cast<int64_t>(c * size));
  }
  PassVisitor visitor(pass, first_copy, size, inputs_.cancel);
  return RunCopies(layer, count, absl::MakeSpan(states), visitor, losses);
}

absl::Status ModelLoss::PassLosses(int64_t layer, int64_t copies, ChangedPass& pass,
                                   absl::Span<double> losses) const {
  const auto batches = static_cast<int64_t>(base_.size());
  const auto most = static_cast<int64_t>(CopiesAtOnce());
  for (int64_t first = 0; first < copies; first += most) {
    const int64_t count = std::min(most, copies - first);
    const auto part = [&](int64_t from, int64_t number) {
      return losses.subspan(static_cast<size_t>(from * batches),
                            static_cast<size_t>(number * batches));
    };
    RETURN_IF_ERROR(RunPasses(layer, first, count, pass, part(first, count)));
    if (count == 1 || !std::isnan(part(first, 1)[0])) continue;
    // One copy's overflow ends the pass of all that run beside it.
    for (int64_t copy = first; copy < first + count; ++copy) {
      RETURN_IF_ERROR(RunPasses(layer, copy, 1, pass, part(copy, 1)));
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::capture
