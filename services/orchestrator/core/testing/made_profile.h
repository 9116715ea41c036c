// What the report of a profile is made from, without a run: the profile of one model with all that
// may be known of it, and the correlations of several.
//
//   const ReportData data = MakeProfileData({.layers = 30});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_PROFILE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_PROFILE_H_

#include "services/orchestrator/core/report/report_data.h"
#include "services/orchestrator/core/testing/made_report.h"

namespace widthlab::pipeline {

// The arms, profile and clouds of MakeReportData, without what training adds. lambda is above 0 in
// every layer but 1.
ReportData MakeProfileData(const MadeReport& options);

// Of as many models as `options.arms`, the first of `options.layers` layers, each next two deeper.
ReportData MakeTransferData(const MadeReport& options);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_PROFILE_H_
