// Where a layer's energy sits: a few tokens or coordinates can dominate raw geometry.
//
//   v1::LayerOutliers report = MeasureOutliers(cloud, /*layer=*/3);
//
// Energy is the sum of squares of Y. Norms are Euclidean, medians the mean of the middle two where
// the count is even. Ties go to the smaller row or coordinate. Cost O(rows * width).
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIERS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIERS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "services/capture/core/cloud.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

// Which tokens the rows are is left to NameOutliers (outlier_tokens.h).
v1::LayerOutliers MeasureOutliers(const Cloud& cloud, int64_t layer);

// The same for X and Y [rows, width] in memory, with at least one row and coordinate.
v1::LayerOutliers MeasureOutliers(absl::Span<const double> ffn_in, absl::Span<const double> ffn_out,
                                  int64_t width, int64_t layer);

// Euclidean norm of every row of [rows, width].
std::vector<double> RowNorms(absl::Span<const float> states, int64_t width);

// Requires at least one value.
double Median(std::vector<double> values);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIERS_H_
