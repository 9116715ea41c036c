// The style sheet and the few lines of script of a report.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_STYLE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_STYLE_H_

#include <string>

namespace widthlab::pipeline {

// Light and dark, wide and narrow, and on paper.
std::string PageStyle();

// Shows the copy buttons and makes them work: all that a page lacks without it.
std::string PageScript();

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_PAGE_STYLE_H_
