#include "services/capture/core/diagnostics/joint_loss.h"

#include <cstddef>

#include "common/numeric/parallel_for.h"
#include "services/capture/core/sensitivity/relative_noise.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kRows = 64;  // of noise that one thread makes at once

}  // namespace

class JointLoss::Noise : public ChangedPass {
 public:
  Noise(const JointLoss& joint, absl::Span<const Change> changes)
      : joint_(joint), changes_(changes) {}

  bool changes_updates() const override { return true; }

  void FfnUpdate(int64_t layer, int64_t copy, absl::Span<float> update) override {
    const Change& change = changes_[static_cast<size_t>(copy)];
    const absl::Span<const float> own = joint_.loss_.update(layer);
    const int64_t d = joint_.width_;
    joint_.pool_.Run(joint_.tokens_.count(), [&](int64_t sequence) {
      const int64_t begin = joint_.tokens_.offsets[static_cast<size_t>(sequence)];
      const int64_t length = joint_.tokens_.offsets[static_cast<size_t>(sequence) + 1] - begin;
      numeric::ParallelFor(joint_.pool_, 0, length, kRows, [&](int64_t first, int64_t last) {
        const auto at = static_cast<size_t>((begin + first) * d);
        const auto count = static_cast<size_t>((last - first) * d);
        const absl::Span<float> rows = update.subspan(at, count);
        AddRelativeNoise({joint_.seed_, layer, sequence, change.draw}, change.factor, d, first,
                         own.subspan(at, count), rows, rows);
      });
    });
  }

 private:
  const JointLoss& joint_;
  const absl::Span<const Change> changes_;
};

absl::Status JointLoss::Losses(int64_t /*layer*/, absl::Span<const Change> changes,
                               absl::Span<double> losses) {
  Noise noise(*this, changes);
  return loss_.PassLosses(0, static_cast<int64_t>(changes.size()), noise, losses);
}

}  // namespace widthlab::capture
