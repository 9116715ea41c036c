// The parts of a report, each a piece of HTML; empty where there is nothing to show.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_

#include <string>

#include "services/orchestrator/core/report/report_data.h"

namespace widthlab::pipeline {

// What came out, in sentences.
std::string SummarySection(const ReportData& data);

// Every arm: parameters, loss by seed, paired difference, verdict.
std::string ArmsSection(const ReportData& data);

// The statistics behind the verdicts.
std::string EvidenceSection(const ReportData& data);

// FFN width of every layer in every arm.
std::string WidthsSection(const ReportData& data);

// Work by layer in every geometry and statistic.
std::string WorkSection(const ReportData& data);

// Intrinsic dimension by layer.
std::string DimensionSection(const ReportData& data);

// Where a few tokens or coordinates hold much of a layer's energy.
std::string CloudSection(const ReportData& data);

// Loss while training.
std::string LossSection(const ReportData& data);

// Which artifacts this page rests on, and how to make each again.
std::string RecipeSection(const ReportData& data);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_
