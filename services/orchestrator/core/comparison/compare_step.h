// The step that compares arms: reads result.json of every run and schedule.json of every arm, and
// leaves an artifact with comparison.json (canonical JSON of v1::Comparison).
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_STEP_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_STEP_H_

#include "common/job/step.h"

namespace widthlab::pipeline {

// Kind "pipeline.Compare".
job::Step CompareStep();

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_STEP_H_
