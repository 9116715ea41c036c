#include "services/capture/core/norm_filter.h"

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "services/capture/core/outliers.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {

absl::StatusOr<int64_t> LeaveOutExtremeNorms(const v1::CaptureSpec& spec, Cloud& cloud) {
  std::vector<bool> extreme(static_cast<size_t>(cloud.rows), false);
  const auto mark = [&](const FloatFile& states) {
    const std::vector<double> norms = RowNorms(states.values(), cloud.width);
    states.Release();
    const double limit = spec.max_norm_ratio() * Median(norms);
    for (size_t row = 0; row < norms.size(); ++row) {
      if (norms[row] > limit) extreme[row] = true;
    }
  };
  for (const Cloud::Layer& layer : cloud.layers) {
    mark(layer.ffn_in);
    mark(layer.ffn_out);
  }
  const int64_t wanted = CloudSize(spec);
  std::vector<int64_t> kept;
  int64_t left_out = 0;
  for (int64_t row = 0; row < cloud.rows && static_cast<int64_t>(kept.size()) < wanted; ++row) {
    if (extreme[static_cast<size_t>(row)]) {
      ++left_out;
    } else {
      kept.push_back(row);
    }
  }
  if (static_cast<int64_t>(kept.size()) < wanted) {
    return InvalidField(
        "max_norm_ratio", absl::StrCat(spec.max_norm_ratio()),
        absl::StrCat("larger: it passes over ", left_out, " of ", cloud.rows,
                     " candidates and leaves ", kept.size(), " of the ", wanted, " tokens wanted"));
  }
  cloud.KeepRows(kept);
  return left_out;
}

}  // namespace widthlab::capture
