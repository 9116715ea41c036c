// Pictures of a comparison: one row or line for each arm.
//
//   const figure::Drawing picture = DrawDifferences(comparison, {});
//
// The baseline and the arms of lowest loss keep one colour in all of them; where there are more
// arms than colours, the others are grey.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARM_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARM_FIGURES_H_

#include <cstddef>
#include <vector>

#include "common/figure/frame.h"
#include "services/orchestrator/core/report/report_data.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Colour and marker of every arm.
struct ArmStyle {
  size_t style = 0;
  bool muted = false;
};
std::vector<ArmStyle> ArmStyles(const v1::Comparison& comparison);

// Places of the arms by ascending mean loss; what is no number comes last.
std::vector<int> ArmsByLoss(const v1::Comparison& comparison);

// Mean differences to the baseline with their intervals, lowest first; rings are seeds.
figure::Drawing DrawDifferences(const v1::Comparison& comparison, const figure::Canvas& canvas);

// Final validation loss of every arm and seed.
figure::Drawing DrawFinalLosses(const v1::Comparison& comparison, const figure::Canvas& canvas);

// FFN widths of every arm: lines, or cells where there are many arms. With the floors and width
// intervals of `arms` that were solved for; `arms` stand in the order of the comparison.
figure::Drawing DrawArmWidths(const v1::Comparison& comparison, const std::vector<ReportArm>& arms,
                              const figure::Canvas& canvas);

// Whether there are so many.
bool WidthsAreCells(const v1::Comparison& comparison);

// What the parameters of every arm are spent on, and the FLOPs of one training run.
bool HasParameters(const v1::Comparison& comparison);
figure::Drawing DrawParameters(const v1::Comparison& comparison, const figure::Canvas& canvas);
bool HasFlops(const v1::Comparison& comparison);
figure::Drawing DrawFlops(const v1::Comparison& comparison, const figure::Canvas& canvas);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARM_FIGURES_H_
