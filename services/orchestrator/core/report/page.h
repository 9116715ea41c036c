// A whole report as one HTML page that needs nothing else: no script, no other file, no network.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_H_

#include <string>

#include "services/orchestrator/core/report/report_data.h"

namespace widthlab::pipeline {

// Equal data gives equal bytes: no date, no machine, no path.
std::string RenderPage(const ReportData& data);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_H_
