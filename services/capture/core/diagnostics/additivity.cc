#include "services/capture/core/diagnostics/additivity.h"

#include <vector>

#include "common/numeric/ratio_of_means.h"
#include "services/capture/core/sensitivity/estimate_layer.h"

namespace widthlab::capture {

v1::Additivity AdditivityOf(double epsilon, const v1::LossRise& joint,
                            const google::protobuf::RepeatedPtrField<v1::LayerDiagnostics>& layers,
                            int index, int64_t batches) {
  std::vector<double> sums(static_cast<size_t>(joint.draw_values_size()));
  for (const v1::LayerDiagnostics& layer : layers) {
    const v1::LossRise& noise = layer.noise(index);
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += noise.draw_values(static_cast<int>(i));
  }
  v1::Additivity result;
  result.set_epsilon(epsilon);
  *result.mutable_joint() = joint;
  *result.mutable_sum() = SummariseRise(sums, batches);
  const numeric::RatioInterval ratio = numeric::RatioOfMeans(joint.values(), result.sum().values());
  result.set_ratio(ratio.ratio);
  result.set_low(ratio.low);
  result.set_high(ratio.high);
  return result;
}

}  // namespace widthlab::capture
