// What measuring a pair of clouds takes, before it is begun.
//
//   const PairCost cost = EstimatePair({n, d}, {n, d}, params);
//   cost.seconds;       // on one thread
//   cost.memory_bytes;  // beside the clouds as they came
//
// Rough: good to a factor of two or three on the clouds of language models, where persistence pairs
// are a few for each point. Figures are doubles, so that no size overflows.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_COST_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_COST_H_

#include "services/geometry/core/work/pair_work.h"

namespace widthlab::geometry {

struct CloudSize {
  double points;
  double dimension;
};

struct PairCost {
  double seconds = 0;
  double memory_bytes = 0;
};

// Of MeasurePair.
PairCost EstimatePair(const CloudSize& x, const CloudSize& y, const PairParams& params);

// Of MeasureCloudDimension.
PairCost EstimateDimensionCost(const CloudSize& cloud);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_WORK_PAIR_COST_H_
