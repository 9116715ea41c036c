// What a guided family would have read of each layer from other subsamples: a bootstrap.
//
//   LayerDraws draws({.work = ..., .dimension = ..., .sensitivity = ...}, measured, seed);
//   for (int i = 0; i < 400 && !draws.empty(); ++i) {
//     const DrawnLayers& drawn = draws.Next();
//     widths.Add(...);
//   }
//
// A draw takes as many subsamples as there are, with replacement, the same in every layer because
// they are the same tokens; the losses of a sensitivity are drawn apart from them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_LAYER_DRAWS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_LAYER_DRAWS_H_

#include <cstdint>
#include <vector>

#include "common/numeric/random_stream.h"
#include "services/schedule/core/families/guided_layers.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

struct DrawnLayers {
  MeasuredLayers measured;
  std::vector<double> need;  // of the residual stream; empty where it is not drawn
};

class LayerDraws {
 public:
  // What was measured, and where its values lie; `need` may be null. All outlive the draws.
  LayerDraws(const geometry::v1::Profile& profile, const capture::v1::Sensitivity* sensitivity,
             const v1::GeometryGuidedFamily& options,
             const google::protobuf::RepeatedPtrField<geometry::v1::Estimate>* need,
             const DrawnLayers& measured, uint64_t seed);

  // Whether there are no two subsamples to draw from.
  bool empty() const { return subsamples_ < 2; }

  // Valid until the next call. Requires !empty().
  const DrawnLayers& Next();

 private:
  using Values = google::protobuf::RepeatedField<double>;

  // Lists of values, one for each layer.
  std::vector<const Values*> work_, dimension_, need_, sensitivity_;
  int subsamples_ = 0;
  int losses_ = 0;  // 0 or 1: the sensitivity is not drawn again
  DrawnLayers drawn_;
  numeric::RandomStream subsample_stream_;
  numeric::RandomStream loss_stream_;
};

// Widths of one kind by draw, and the interval of each layer.
class WidthDraws {
 public:
  explicit WidthDraws(size_t layers) : widths_(layers) {}

  void Add(const std::vector<double>& widths);

  // None under two draws.
  std::vector<v1::WidthInterval> Intervals(double level) const;

 private:
  std::vector<std::vector<double>> widths_;
};

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_LAYER_DRAWS_H_
