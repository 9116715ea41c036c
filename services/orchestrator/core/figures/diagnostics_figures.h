// Pictures of what decides whether a profile may be trusted.
//
//   const figure::Drawing picture = DrawAdditivity(diagnostics, {});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_DIAGNOSTICS_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_DIAGNOSTICS_FIGURES_H_

#include <string>

#include "common/figure/frame.h"
#include "google/protobuf/repeated_field.h"
#include "widthlab/capture/v1/diagnostics.pb.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

using ProfileCorrelations = google::protobuf::RepeatedPtrField<v1::ProfileCorrelation>;

// Joint over summed effect at each epsilon, around 1.
figure::Drawing DrawAdditivity(const capture::v1::Diagnostics& diagnostics,
                               const figure::Canvas& canvas);

// Rise of the loss when the states that enter one layer's FFN are scaled, or their norm growth is
// taken back.
bool HasScaling(const capture::v1::Diagnostics& diagnostics);
figure::Drawing DrawScaling(const capture::v1::Diagnostics& diagnostics,
                            const figure::Canvas& canvas);

// The residual stream: its norm, and the loss and agreement of every layer read through the head.
bool HasStream(const capture::v1::Diagnostics& diagnostics);
figure::Drawing DrawNorms(const capture::v1::Diagnostics& diagnostics,
                          const figure::Canvas& canvas);
figure::Drawing DrawLensLoss(const capture::v1::Diagnostics& diagnostics,
                             const figure::Canvas& canvas);
figure::Drawing DrawLensAgreement(const capture::v1::Diagnostics& diagnostics,
                                  const figure::Canvas& canvas);

// Spearman's coefficient of every profile against `against` (empty: whatever there is), with its
// interval, around 0; of first differences too, beside it as a ring.
figure::Drawing DrawCorrelations(const ProfileCorrelations& correlations, const std::string& title,
                                 const std::string& against, const figure::Canvas& canvas);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_DIAGNOSTICS_FIGURES_H_
