// Whether disturbances of the layers add up.
//
//   v1::Additivity additivity = AdditivityOf(0.1, joint, layers, /*index=*/1, /*batches=*/8);
//
// With the rise of the loss R(S) under noise on the updates of the layers in S, the ratio is that
// of the means of R(all) and Σ_l R({l}). Where the loss is quadratic and the noise of different
// layers independent, R(all) − Σ R({l}) is the sum of products of two layers' noise, whose mean is
// 0: the ratio is 1. What deviates, beyond its interval, is of higher order.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_ADDITIVITY_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_ADDITIVITY_H_

#include <cstdint>

#include "google/protobuf/repeated_ptr_field.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

// `layers` have noise(index), with as many draw_values as `joint`, at least one layer.
v1::Additivity AdditivityOf(double epsilon, const v1::LossRise& joint,
                            const google::protobuf::RepeatedPtrField<v1::LayerDiagnostics>& layers,
                            int index, int64_t batches);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_ADDITIVITY_H_
