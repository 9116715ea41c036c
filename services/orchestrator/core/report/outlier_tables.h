// The outliers of a cloud: which tokens and which coordinates hold how much of its energy.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_OUTLIER_TABLES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_OUTLIER_TABLES_H_

#include <string>

#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::pipeline {

// Two tables, folded away: the tokens with what stands before them, and the coordinates, each with
// the layers in which it is among the largest. Empty where the cloud does not say.
std::string OutlierTables(const capture::v1::ActivationsSummary& cloud);

// What a reader must know before raw geometry is believed, in a sentence; empty where no token and
// no three coordinates hold a tenth of a layer's energy.
std::string OutlierWarning(const capture::v1::ActivationsSummary& cloud);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_OUTLIER_TABLES_H_
