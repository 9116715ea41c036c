// Degree-1 persistence by the standard reduction of the whole boundary matrix: the definition, and
// nothing else. An oracle for small clouds (n up to some tens); shares no code with the fast way.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_BOUNDARY_REDUCTION_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_BOUNDARY_REDUCTION_H_

#include <utility>
#include <vector>

#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

// Sorted (birth, death) of positive persistence.
std::vector<std::pair<double, double>> BoundaryReduction(const Matrix& distance);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_HOMOLOGY_BOUNDARY_REDUCTION_H_
