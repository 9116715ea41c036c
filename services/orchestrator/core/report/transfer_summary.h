// What several profiles say of each other, in a headline and a few lines.
//
//   SummariseTransfer(correlations).headline    // "Profiles of 3 models at equal relative depth"
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_TRANSFER_SUMMARY_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_TRANSFER_SUMMARY_H_

#include "services/orchestrator/core/report/summary.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

Summary SummariseTransfer(const v1::Correlations& correlations);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_TRANSFER_SUMMARY_H_
