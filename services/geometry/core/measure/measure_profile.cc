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
#include "services/geometry/core/measure/scaled_pair.h"

namespace widthlab::geometry {
namespace {

bool NeedsDirections(const PairParams& params) {
  for (const Geometry geometry : params.geometries) {
    if (geometry != Geometry::kRaw) return true;
  }
  return false;
}

// The layers of a profile as they become complete: found from an earlier attempt, or measured.
class LayerResults {
 public:
  LayerResults(const v1::MeasureSpec& spec, int64_t layers, int64_t subsamples,
               const job::FinishedParts& finished, job::ProgressSink& progress)
      : spec_(spec), finished_(finished), progress_(progress), layers_(layers) {
    for (int64_t l = 0; l < layers; ++l) {
      Layer& layer = layers_[l];
      if (finished.Find(job::LayerPart(l), &layer.curves)) {
        ++done_;
        continue;
      }
      missing_.push_back(l);
      layer.work.resize(subsamples);
      layer.left = subsamples;
    }
    Report();
  }

  // Those that are to be measured.
  const std::vector<int64_t>& missing() const { return missing_; }

  void Add(int64_t l, int64_t subsample, PairWork work) {
    Layer& layer = layers_[l];
    {
      std::lock_guard<std::mutex> lock(mutex_);
      layer.work[subsample] = std::move(work);
      if (--layer.left > 0) return;
    }
    // This thread was the layer's last.
    layer.curves = LayerCurves(spec_, layer.work);
    layer.work = {};
    finished_.Keep(job::LayerPart(l), layer.curves);
    std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    Report();
  }

  // The curves of all layers, once all are complete.
  void AddTo(v1::Profile& profile) const {
    for (const Layer& layer : layers_) AppendLayer(layer.curves, profile);
  }

 private:
  struct Layer {
    std::vector<PairWork> work;
    int64_t left = 0;
    v1::Profile curves;
  };

  void Report() {
    progress_.Report({.stage = "measuring layers",
                      .done = done_,
                      .total = static_cast<int64_t>(layers_.size()),
                      .unit = "layers"});
  }

  const v1::MeasureSpec& spec_;
  const job::FinishedParts& finished_;
  job::ProgressSink& progress_;
  std::mutex mutex_;
  std::vector<Layer> layers_;
  std::vector<int64_t> missing_;
  int64_t done_ = 0;
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

absl::StatusOr<PairWork> MeasureSubsample(const LayerClouds& clouds, const v1::MeasureSpec& spec,
                                          int64_t layer, int64_t subsample,
                                          const PairParams& params, numeric::ThreadPool& pool,
                                          const job::CancelToken& cancel) {
  ASSIGN_OR_RETURN(const ScaledPair pair,
                   ReadScaledPair(clouds, spec, layer, subsample, NeedsDirections(params)));
  return MeasurePair(pool, pair.x.View(), pair.y.View(), params,
                     [&cancel] { return cancel.IsCancelled(); });
}

}  // namespace

absl::StatusOr<v1::Profile> MeasureProfile(const v1::MeasureSpec& spec, const LayerClouds& clouds,
                                           const job::FinishedParts& finished,
                                           numeric::ThreadPool& pool, job::ProgressSink& progress,
                                           const job::CancelToken& cancel) {
  const PairParams params = ParamsFor(spec);
  const int64_t layers = clouds.layers();
  const int64_t subsamples = clouds.subsamples();
  LayerResults results(spec, layers, subsamples, finished, progress);
  const std::vector<int64_t>& missing = results.missing();
  const auto tasks = static_cast<int64_t>(missing.size()) * subsamples;
  FirstError error;
  numeric::ParallelFor(pool, 0, tasks, 1, [&](int64_t task, int64_t) {
    if (error.IsBehind(task)) return;
    const int64_t layer = missing[task / subsamples];
    const int64_t subsample = task % subsamples;
    absl::StatusOr<PairWork> measured =
        cancel.IsCancelled()
            ? cancel.Check()
            : MeasureSubsample(clouds, spec, layer, subsample, params, pool, cancel);
    if (!measured.ok()) {
      error.Add(task, WithContext(measured.status(), absl::StrCat("layer ", layer)));
      return;
    }
    results.Add(layer, subsample, *std::move(measured));
  });
  RETURN_IF_ERROR(cancel.Check());
  RETURN_IF_ERROR(error.status());

  v1::Profile profile;
  profile.set_layers(static_cast<int32_t>(layers));
  profile.set_subsamples(static_cast<int32_t>(subsamples));
  profile.set_tokens_per_subsample(static_cast<int32_t>(clouds.largest_subsample()));
  profile.set_hidden_size(static_cast<int32_t>(clouds.dimension(0)));
  results.AddTo(profile);
  return profile;
}

}  // namespace widthlab::geometry
