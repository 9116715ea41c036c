// All distances of a cloud, for every geometry at once.
//
//   ScaledCloud cloud(pool, view, scale);
//   CloudDistances distances = ComputeDistances(pool, cloud, {.raw = true, .angle = true});
//   distances.raw(i, j);  // scale·‖x_i − x_j‖
//
// One Gram product of the unit rows gives every raw distance and every angle:
// ‖x − y‖² = ‖x‖² + ‖y‖² − 2‖x‖‖y‖·(u·v). Where that would cancel, the pair is computed again from
// its coordinates: squared distances under 1e-4·(‖x‖² + ‖y‖²), and for angles also ‖u − v‖² and
// ‖u + v‖² under 2e-4 and 1e-4. What remains is a relative error of about 1e-11.
// Matrices are exactly symmetric and zero on the diagonal.
// Cost n²·d/2 multiplications and n² square roots; memory 8·n² bytes for each matrix (the Gram
// matrix becomes the last of them) and a copy of the directions.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_MATRIX_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_MATRIX_H_

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"
#include "services/geometry/core/distance/scaled_cloud.h"

namespace widthlab::geometry {

struct WantedDistances {
  bool raw = false;
  bool angle = false;
};

struct CloudDistances {
  Matrix raw;    // in units of the scaled cloud; empty if not wanted
  Matrix angle;  // radians; empty if not wanted
};

// `cancelled` is asked every few milliseconds, from several threads; both matrices are empty once
// it said true.
CloudDistances ComputeDistances(
    numeric::ThreadPool& pool, const ScaledCloud& cloud, WantedDistances wanted,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

// The hyperbolic distances at radius r of directions with the given angles. Likewise.
Matrix HyperbolicDistances(
    numeric::ThreadPool& pool, const Matrix& angle, double radius,
    absl::FunctionRef<bool()> cancelled = [] { return false; });

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_DISTANCE_MATRIX_H_
