#include "services/capture/core/collect.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/saved_states.h"

namespace widthlab::capture {
namespace {

// Logits that are held in memory at once.
constexpr int64_t kLogitsAtOnce = int64_t{1} << 25;

class Collector final : public model::LayerVisitor {
 public:
  Collector(const CaptureRun& run, Cloud& cloud) : run_(run), cloud_(cloud) {
    for (size_t row = 0; row < run.sample.size(); ++row) {
      const SampledToken& token = run.sample[row];
      const int64_t at = run.tokens.offsets[static_cast<size_t>(token.sequence)] + token.position;
      places_.push_back(at);
      cloud.sequence[row] = token.sequence;
      cloud.position[row] = token.position;
      cloud.token_id[row] = run.tokens.ids[static_cast<size_t>(at)];
    }
  }

  bool wants_contributions() const override {
    return run_.points.attention_out || run_.points.ffn_update;
  }
  bool wants_ffn_norm() const override { return run_.points.ffn_norm; }

  absl::Status AttentionUpdate(int64_t layer, absl::Span<float> update) override {
    return Keep(update, LayerOf(layer).attention_out);
  }
  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    return Keep(states, LayerOf(layer).ffn_in);
  }
  absl::Status FfnNorm(int64_t layer, absl::Span<const float> normed) override {
    return Keep(normed, LayerOf(layer).ffn_norm);
  }
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
    return Keep(update, LayerOf(layer).ffn_update);
  }
  absl::Status FfnOut(int64_t layer, absl::Span<float> states) override {
    RETURN_IF_ERROR(Keep(states, LayerOf(layer).ffn_out));
    RETURN_IF_ERROR(SaveStates(run_.folder, layer + 1, states));
    run_.progress.Report({.stage = "capturing",
                          .done = layer + 1,
                          .total = static_cast<int64_t>(cloud_.layers.size()),
                          .unit = "layers"});
    return run_.cancel.Check();
  }

  // The rows of the sample, of what has one row for each token.
  absl::Status Keep(absl::Span<const float> all, FloatFile& kept) const {
    if (kept.empty()) return absl::OkStatus();
    const int64_t width = cloud_.width;
    for (size_t row = 0; row < places_.size(); ++row) {
      std::copy_n(all.data() + places_[row] * width, width,
                  kept.data() + static_cast<int64_t>(row) * width);
    }
    kept.Release();
    return absl::OkStatus();
  }

  absl::Status KeepLogits(absl::Span<const float> states) const {
    const int64_t width = cloud_.width, vocabulary = run_.decoder.architecture().vocab_size;
    const int64_t at_once = std::max<int64_t>(kLogitsAtOnce / vocabulary, 1);
    for (int64_t begin = 0; begin < cloud_.rows; begin += at_once) {
      const int64_t count = std::min(at_once, cloud_.rows - begin);
      std::vector<float> rows(static_cast<size_t>(count * width));
      for (int64_t row = 0; row < count; ++row) {
        const int64_t place = places_[static_cast<size_t>(begin + row)];
        std::copy_n(states.data() + place * width, width, &rows[static_cast<size_t>(row * width)]);
      }
      RETURN_IF_ERROR(run_.decoder.Logits(
          rows, cloud_.logits.values().subspan(static_cast<size_t>(begin * vocabulary),
                                               static_cast<size_t>(count * vocabulary))));
      cloud_.logits.Release();
    }
    return absl::OkStatus();
  }

 private:
  Cloud::Layer& LayerOf(int64_t layer) const { return cloud_.layers[static_cast<size_t>(layer)]; }

  const CaptureRun& run_;
  Cloud& cloud_;
  std::vector<int64_t> places_;
};

absl::StatusOr<double> MeanLoss(const CaptureRun& run, absl::Span<const float> states) {
  const int64_t targets = run.tokens.tokens() - run.tokens.count();
  std::vector<double> losses(static_cast<size_t>(run.tokens.tokens()));
  RETURN_IF_ERROR(run.decoder.Head(run.tokens, states, {.losses = absl::MakeSpan(losses)}));
  // Sequence by sequence, then over these.
  double sum = 0;
  for (int64_t i = 0; i < run.tokens.count(); ++i) {
    double inside = 0;
    for (int64_t at = run.tokens.offsets[static_cast<size_t>(i)];
         at < run.tokens.offsets[static_cast<size_t>(i) + 1]; ++at) {
      inside += losses[static_cast<size_t>(at)];
    }
    sum += inside;
  }
  return targets > 0 ? sum / static_cast<double>(targets) : 0;
}

}  // namespace

absl::StatusOr<Collected> CollectStates(const CaptureRun& run) {
  const architecture::Architecture& a = run.decoder.architecture();
  RETURN_IF_ERROR(run.cancel.Check());
  ASSIGN_OR_RETURN(Cloud cloud, Cloud::Create({.layers = a.layers,
                                               .rows = static_cast<int64_t>(run.sample.size()),
                                               .width = a.hidden_size,
                                               .points = run.points,
                                               .vocabulary = run.logits ? a.vocab_size : 0},
                                              run.folder));
  Collector collector(run, cloud);
  std::vector<float> states(static_cast<size_t>(run.tokens.tokens() * a.hidden_size));
  const int64_t first = RestoreStates(run.folder, a.layers, absl::MakeSpan(states));
  run.progress.Report({.stage = "capturing", .done = first, .total = a.layers, .unit = "layers"});
  if (first == 0) RETURN_IF_ERROR(run.decoder.Embed(run.tokens, absl::MakeSpan(states)));
  RETURN_IF_ERROR(
      run.decoder.RunLayers(run.tokens, first, a.layers, absl::MakeSpan(states), collector));
  ASSIGN_OR_RETURN(const double loss, MeanLoss(run, states));
  if (run.logits) RETURN_IF_ERROR(collector.KeepLogits(states));
  return Collected{.cloud = std::move(cloud), .loss = loss};
}

void ForgetStates(const std::string& folder) { RemoveStates(folder); }

}  // namespace widthlab::capture
