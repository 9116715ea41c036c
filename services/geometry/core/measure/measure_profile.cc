#include "services/geometry/core/measure/measure_profile.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/parallel_for.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/geometry/core/measure/profile_form.h"

namespace widthlab::geometry {
namespace {

bool NeedsDirections(const PairParams& params) {
  for (const Geometry geometry : params.geometries) {
    if (geometry != Geometry::kRaw) return true;
  }
  return false;
}

// Counts finished subsamples and reports each layer that is complete.
class LayerProgress {
 public:
  LayerProgress(int64_t layers, int64_t subsamples, job::ProgressSink& progress)
      : left_(layers, subsamples), progress_(progress) {
    Report();
  }

  void SubsampleDone(int64_t layer) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (--left_[layer] > 0) return;
    ++done_;
    Report();
  }

 private:
  void Report() {
    progress_.Report({.stage = "measuring layers",
                      .done = done_,
                      .total = static_cast<int64_t>(left_.size()),
                      .unit = "layers"});
  }

  std::mutex mutex_;
  std::vector<int64_t> left_;
  int64_t done_ = 0;
  job::ProgressSink& progress_;
};

// The first error by task number, whatever the order in which tasks end: tasks begin in order, so
// all before a failed one have begun, and only those behind it are left out.
class FirstError {
 public:
  bool IsBehind(int64_t task) const { return task > first_.load(std::memory_order_relaxed); }

  void Add(int64_t task, absl::Status status) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (task >= first_.load()) return;
    first_.store(task);
    status_ = std::move(status);
  }

  const absl::Status& status() const { return status_; }

 private:
  std::mutex mutex_;
  std::atomic<int64_t> first_{INT64_MAX};
  absl::Status status_;
};

absl::StatusOr<PairWork> MeasureSubsample(const LayerClouds& clouds, int64_t layer,
                                          int64_t subsample, const PairParams& params,
                                          numeric::ThreadPool& pool,
                                          const job::CancelToken& cancel) {
  const bool directions = NeedsDirections(params);
  ASSIGN_OR_RETURN(const OwnedCloud x,
                   clouds.ReadSubsample(LayerClouds::kIn, layer, subsample, directions));
  ASSIGN_OR_RETURN(const OwnedCloud y,
                   clouds.ReadSubsample(LayerClouds::kOut, layer, subsample, directions));
  return MeasurePair(pool, x.View(), y.View(), params, [&cancel] { return cancel.IsCancelled(); });
}

}  // namespace

absl::StatusOr<v1::Profile> MeasureProfile(const v1::MeasureSpec& spec, const LayerClouds& clouds,
                                           numeric::ThreadPool& pool, job::ProgressSink& progress,
                                           const job::CancelToken& cancel) {
  const PairParams params = ParamsFor(spec);
  const int64_t layers = clouds.layers();
  const int64_t subsamples = clouds.subsamples();
  std::vector<std::vector<PairWork>> work(layers, std::vector<PairWork>(subsamples));
  LayerProgress layer_progress(layers, subsamples, progress);
  FirstError error;
  numeric::ParallelFor(pool, 0, layers * subsamples, 1, [&](int64_t task, int64_t) {
    if (error.IsBehind(task)) return;
    const int64_t layer = task / subsamples;
    const int64_t subsample = task % subsamples;
    absl::StatusOr<PairWork> measured =
        cancel.IsCancelled() ? cancel.Check()
                             : MeasureSubsample(clouds, layer, subsample, params, pool, cancel);
    if (!measured.ok()) {
      error.Add(task, WithContext(measured.status(), absl::StrCat("layer ", layer)));
      return;
    }
    work[layer][subsample] = *std::move(measured);
    layer_progress.SubsampleDone(layer);
  });
  RETURN_IF_ERROR(cancel.Check());
  RETURN_IF_ERROR(error.status());

  v1::Profile profile;
  profile.set_layers(static_cast<int32_t>(layers));
  profile.set_subsamples(static_cast<int32_t>(subsamples));
  profile.set_tokens_per_subsample(static_cast<int32_t>(clouds.largest_subsample()));
  profile.set_hidden_size(static_cast<int32_t>(clouds.dimension(0)));
  AddCurves(spec, work, profile);
  return profile;
}

}  // namespace widthlab::geometry
