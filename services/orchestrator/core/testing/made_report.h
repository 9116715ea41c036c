// What a report is made from, without a run: results of any number of layers, arms and seeds.
//
//   const ReportData data = MakeReportData({.layers = 200, .arms = 60});
//
// Arms compare themselves as real ones do; arm 2 is the best. The same options give the same data.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_REPORT_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_REPORT_H_

#include <string>

#include "services/orchestrator/core/report/report_data.h"

namespace widthlab::pipeline {

struct MadeReport {
  int layers = 12;
  int arms = 4;
  int seeds = 3;
  int steps = 200;
  // Standard deviation over seeds of an arm's own loss, in nats.
  double noise = 0.004;
  // In front of every name, for instance markup.
  std::string prefix = {};
  // False: a table of losses from elsewhere, which knows nothing of models.
  bool has_models = true;
};

ReportData MakeReportData(const MadeReport& options);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_REPORT_H_
