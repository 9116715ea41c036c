// Loss over training steps: of one run, and of the arms of a comparison.
//
//   const figure::Drawing picture = DrawLossGap(comparison, arms, {});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LOSS_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LOSS_FIGURES_H_

#include <cstdint>
#include <map>
#include <vector>

#include "common/figure/frame.h"
#include "services/orchestrator/core/report/report_data.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::pipeline {

// Training and validation loss of one run.
figure::Drawing DrawRunLoss(const training::v1::TrainingResult& run, const figure::Canvas& canvas);

// Validation loss of every arm at every evaluation: mean over seeds, bars from the lowest to the
// highest seed.
figure::Drawing DrawValidationLoss(const v1::Comparison& comparison,
                                   const std::vector<ReportArm>& arms,
                                   const figure::Canvas& canvas);

// Its mean over seeds by step.
std::map<int32_t, double> MeanValidationLoss(const ReportArm& arm);

// The same less the baseline's, paired by seed; false where there is no step to pair at.
bool HasLossGap(const std::vector<ReportArm>& arms);
figure::Drawing DrawLossGap(const v1::Comparison& comparison, const std::vector<ReportArm>& arms,
                            const figure::Canvas& canvas);

// Training loss of every arm: mean over seeds, smoothed over a fiftieth of the steps.
figure::Drawing DrawTrainingLoss(const v1::Comparison& comparison,
                                 const std::vector<ReportArm>& arms, const figure::Canvas& canvas);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LOSS_FIGURES_H_
