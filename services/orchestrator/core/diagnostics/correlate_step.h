// The step that correlates profiles: reads profile.json and sensitivity.json of every model and,
// for the norm, its cloud, and leaves an artifact of kind DIAGNOSTICS with correlations.json
// (canonical JSON of v1::Correlations).
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_STEP_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_STEP_H_

#include "common/job/step.h"

namespace widthlab::pipeline {

// Kind "pipeline.Correlate".
job::Step CorrelateStep();

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_STEP_H_
