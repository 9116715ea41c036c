// What the profile of a model says, in a headline and a few lines.
//
//   const Summary summary = SummariseProfile(data);
//   summary.headline    // "SmolLM2-135M: most work in layers 0, 29 and 2"
//
// Plain text, not yet markup. Nothing was trained, and the lines say so.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PROFILE_SUMMARY_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PROFILE_SUMMARY_H_

#include <string>

#include "services/orchestrator/core/report/report_data.h"
#include "services/orchestrator/core/report/summary.h"

namespace widthlab::pipeline {

// `data` has a profile.
Summary SummariseProfile(const ReportData& data);

// What the model is called: the source of its import, or "a training run".
std::string ModelName(const ReportData& data);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PROFILE_SUMMARY_H_
