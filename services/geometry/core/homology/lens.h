// The lens of an edge: the points that are closer (in rank) to both of its ends than these are to
// one another. Each gives a triangle whose longest edge is this one.
//
// An edge with a non-empty lens and the triangle over the smallest point of its lens are an
// apparent pair: the triangle is the first coface of the edge, the edge the last face of the
// triangle. Such a pair has no persistence, and is known without any reduction. The other edges are
// those of the relative neighbourhood graph: a few for each point.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/homology/edge_order.h"

namespace widthlab::geometry {

// The smallest point of the lens of every edge, by rank; the edge's own end i, which is in no lens
// of its, stands for an empty one. Cost: n/8 steps for each empty lens, usually few for the others.
// Empty once `cancelled` says true.
std::vector<uint16_t> SmallestLensPoints(numeric::ThreadPool& pool, const EdgeOrder& order,
                                         absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_LENS_H_
