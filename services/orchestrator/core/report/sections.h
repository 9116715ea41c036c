// The parts of a report, each a piece of HTML; empty where there is nothing to show.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_

#include <string>

#include "common/figure/frame.h"
#include "services/orchestrator/core/report/report_data.h"

namespace widthlab::pipeline {

// Pictures are this large on a wide screen and a little smaller on a phone: text stays readable.
inline constexpr figure::Canvas kHalf{.width = 440, .height = 270, .bare = true};

// Whether arms were trained and compared, or only a profile is shown.
inline bool IsComparison(const ReportData& data) { return !data.comparison.metric().empty(); }

// Whether only the correlations of several models are shown.
inline bool IsTransfer(const ReportData& data) {
  return !IsComparison(data) && !data.profile.has_value();
}

// The headline and the lines below it.
std::string SummaryPart(const ReportData& data);

// Every arm: widths, parameters, loss, paired difference, verdict; the statistics behind them.
std::string ArmsSection(const ReportData& data);

// What every arm's family is and what guided it: a list, one line for arms of which the same is
// said.
std::string ArmFamilies(const ReportData& data);

// What the reference is, beside its loss, as a sentence that begins with a space.
std::string ReferenceNote(const ReportData& data);

// FFN width of every layer in every arm.
std::string WidthsSection(const ReportData& data);

// Parameters, FLOPs and cache of every arm.
std::string CostSection(const ReportData& data);

// Loss while training.
std::string LossSection(const ReportData& data);

// Work by layer in every geometry and statistic.
std::string WorkSection(const ReportData& data);

// lambda and ablation of every layer, beside its work.
std::string SensitivitySection(const ReportData& data);

// Additivity, scaled states, and what the profile's statistics go with.
std::string TrustSection(const ReportData& data);

// Norms and logit lens of the residual stream.
std::string StreamSection(const ReportData& data);

// How far profiles of several models agree.
std::string TransferSection(const ReportData& data);

// Intrinsic and linear dimension by layer.
std::string DimensionSection(const ReportData& data);

// Where a few tokens or coordinates hold much of a layer's energy, and which.
std::string CloudSection(const ReportData& data);

// What was made from what.
std::string LineageSection(const ReportData& data);

// How to make each thing again.
std::string RecipeSection(const ReportData& data);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SECTIONS_H_
