#include "tools/reference/metric_page.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/metrics/metrics.h"
#include "prometheus/collectable.h"
#include "prometheus/metric_family.h"
#include "tools/reference/markdown.h"

namespace widthlab::reference {
namespace {

constexpr char kHead[] = R"(# Metrics

Every server answers `GET /metrics` at `--metrics-listen` (port 9464 of the orchestrator and of
widthlabd, 9465 capture, 9466 geometry, 9467 schedule, 9468 training) in Prometheus' text format.
This page is made from the metrics themselves by `bazel run //tools/reference:write_pages`, and a
test compares the two.

Labels have few values by construction: jobs and digests are never labels.

)";

const char* TypeName(prometheus::MetricType type) {
  switch (type) {
    case prometheus::MetricType::Counter:
      return "counter";
    case prometheus::MetricType::Gauge:
      return "gauge";
    case prometheus::MetricType::Histogram:
      return "histogram";
    default:
      return "other";
  }
}

std::vector<std::string> LabelsOf(const prometheus::MetricFamily& family) {
  std::vector<std::string> labels;
  if (family.metric.empty()) return labels;
  for (const auto& label : family.metric[0].label) labels.push_back(Code(label.name));
  return labels;
}

// One series of each metric.
void Touch(metrics::Metrics& metrics) {
  metrics.Method("widthlab.geometry.v1.GeometryService", "MeasureWork")
      .Finish(absl::StatusCode::kOk, 0);
  metrics.Queue("geometry");
  metrics.Kind("geometry.MeasureWork");
  metrics.ReportStoreBytes([] { return int64_t{0}; });
}

}  // namespace

std::string MetricPage() {
  metrics::Metrics metrics;
  Touch(metrics);
  std::string page = absl::StrCat(kHead, TableHead({"metric", "type", "labels", "meaning"}));
  for (const prometheus::MetricFamily& family : metrics.collectable()->Collect()) {
    page += TableRow({Code(family.name), TypeName(family.type),
                      absl::StrJoin(LabelsOf(family), ", "), Plain(family.help)});
  }
  return page;
}

}  // namespace widthlab::reference
