// TwoNN: intrinsic dimension from the two nearest neighbours.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_TWO_NN_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_TWO_NN_H_

#include "services/geometry/core/dimension/dimension_estimate.h"
#include "services/geometry/core/dimension/neighbours.h"

namespace widthlab::geometry {

// Where points have locally uniform density on a d-dimensional manifold, μ = r₂/r₁ of a point's two
// nearest distances has the distribution 1 − μ^(−d). So −log(1 − F(μ)) = d·log μ, and d is the
// slope of the line through the origin that fits the points (log μ_(i), −log(1 − i/N)) of the
// sorted μ by least squares, without the largest tenth: i ≤ ⌊0.9·N⌋. (Facco, d'Errico, Rodriguez,
// Laio, "Estimating the intrinsic dimension of datasets by a minimal neighborhood information",
// Scientific Reports 7, 2017.)
//
// Undefined below three distinct points, and where the median of the kept log μ is under 1e-9: most
// points then have two neighbours at one distance, as in lattices and evenly spaced lines.
DimensionEstimate TwoNnDimension(const NeighbourDistances& neighbours);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DIMENSION_TWO_NN_H_
