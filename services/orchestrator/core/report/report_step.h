// The step that makes the page of a whole run: an artifact with report.html.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_STEP_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_STEP_H_

#include "common/job/step.h"

namespace widthlab::pipeline {

// Kind "pipeline.Report".
job::Step ReportStep();

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_STEP_H_
