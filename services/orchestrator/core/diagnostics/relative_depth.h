// A profile of one model at the layers of another, shallower one.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_RELATIVE_DEPTH_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_RELATIVE_DEPTH_H_

#include <vector>

#include "absl/types/span.h"

namespace widthlab::pipeline {

// Layer l of L lies at relative depth t = l / (L − 1), 0 where L = 1. Gives the values of a model
// of L layers at the relative depths of one of `points` layers: with p = l (L − 1) / (points − 1)
// and k = ⌊p⌋ the value at its layer l is v_k + (p − k)(v_(k+1) − v_k), and v_k itself where p = k;
// so both ends are the ends, and L = points gives the values back. NaN where a value that counts
// is.
//
//   AtRelativeDepth({0, 10, 40, 50, 60}, 3);   // {0, 40, 60}
//   AtRelativeDepth({0, 10, 40, 50}, 3);       // {0, 25, 50}
//
// Requires 1 ≤ points ≤ L.
std::vector<double> AtRelativeDepth(absl::Span<const double> values, int points);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_RELATIVE_DEPTH_H_
