#include "services/orchestrator/core/report/guiding_work.h"

#include "common/spec/canonical_json.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::pipeline {
namespace {

struct Choice {
  geometry::v1::Geometry geometry = geometry::v1::GEOMETRY_HYPERBOLIC;
  geometry::v1::Statistic statistic = geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE;
};

Choice ChoiceOf(const ReportData& data) {
  for (const ReportSource& source : data.sources) {
    schedule::v1::ScheduleSpec spec;
    if (source.spec_type != spec.GetTypeName()) continue;
    if (!spec::ParseJson(source.spec_json, spec).ok()) continue;
    if (!spec.has_geometry_guided()) continue;
    return {spec.geometry_guided().geometry(), spec.geometry_guided().statistic()};
  }
  return {};
}

}  // namespace

const geometry::v1::WorkCurve* GuidingWork(const ReportData& data) {
  if (!data.profile.has_value() || data.profile->work().empty()) return nullptr;
  const Choice choice = ChoiceOf(data);
  for (const geometry::v1::WorkCurve& curve : data.profile->work()) {
    if (curve.geometry() == choice.geometry && curve.statistic() == choice.statistic) return &curve;
  }
  return &data.profile->work(0);
}

}  // namespace widthlab::pipeline
