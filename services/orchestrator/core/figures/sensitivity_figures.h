// Pictures of what each layer is worth to the loss.
//
//   const figure::Drawing picture = DrawLambda(sensitivity, {});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_SENSITIVITY_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_SENSITIVITY_FIGURES_H_

#include "common/figure/frame.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::pipeline {

// lambda of every layer with its interval.
figure::Drawing DrawLambda(const capture::v1::Sensitivity& sensitivity,
                           const figure::Canvas& canvas);

// Loss without the update of one layer less the loss, with its interval; false where it was not
// measured.
bool HasAblation(const capture::v1::Sensitivity& sensitivity);
figure::Drawing DrawAblation(const capture::v1::Sensitivity& sensitivity,
                             const figure::Canvas& canvas);

// lambda, ablation and one statistic of work, each over its own mean, so that they share an axis. A
// curve whose mean is not above 0 is left out.
figure::Drawing DrawWorth(const geometry::v1::WorkCurve& work,
                          const capture::v1::Sensitivity& sensitivity,
                          const figure::Canvas& canvas);

// Mean of lambda over the layers that have one; NaN where none does.
double MeanLambda(const capture::v1::Sensitivity& sensitivity);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_SENSITIVITY_FIGURES_H_
