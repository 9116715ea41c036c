// The curve of work that the schedules of a report were solved with.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_GUIDING_WORK_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_GUIDING_WORK_H_

#include "services/orchestrator/core/report/report_data.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::pipeline {

// That of the first schedule that names one; else topological change in hyperbolic geometry; else
// the profile's first. Null where there is none. Lives as long as `data`.
const geometry::v1::WorkCurve* GuidingWork(const ReportData& data);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_GUIDING_WORK_H_
