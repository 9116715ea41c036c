// docs/reference/metrics.md: every metric with its type and labels, from the metrics themselves.
#ifndef WIDTHLAB_TOOLS_REFERENCE_METRIC_PAGE_H_
#define WIDTHLAB_TOOLS_REFERENCE_METRIC_PAGE_H_

#include <string>

namespace widthlab::reference {

std::string MetricPage();

}  // namespace widthlab::reference

#endif  // WIDTHLAB_TOOLS_REFERENCE_METRIC_PAGE_H_
