#include <string>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/arm_figures.h"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/profile_summary.h"
#include "services/orchestrator/core/report/sections.h"
#include "services/orchestrator/core/report/summary.h"
#include "services/orchestrator/core/report/transfer_summary.h"

namespace widthlab::pipeline {
namespace {

// What this is about, for whoever sees it for the first time. Of results that came from elsewhere
// only the losses are known.
std::string About(const v1::Comparison& comparison) {
  const std::string loss =
      "Loss is the mean next-token loss on held-out text, in nats: lower is better.";
  if (!HasParameters(comparison)) {
    return "The results came from elsewhere; how the arms were made is not known here. " + loss;
  }
  return "Every arm is the same transformer, trained in the same way; only the widths of its "
         "feed-forward layers (FFN) are spread differently over depth. The question is which "
         "spread learns best. " +
         loss;
}

constexpr char kAboutProfile[] =
    "The model was read on a text as it is, and nothing was trained. Work is what each "
    "feed-forward "
    "layer (FFN) does to the cloud of token representations that passes through it; the question "
    "is "
    "where width is spent best. Layers count from 0.";

// The text is named where all that the runs rest on is one.
Setting SettingOf(const ReportData& data) {
  Setting setting;
  if (!data.arms.empty() && !data.arms[0].runs.empty()) {
    const training::v1::TrainingResult& run = data.arms[0].runs[0];
    if (!run.metrics().empty()) setting.steps = run.metrics(run.metrics_size() - 1).step();
  }
  int texts = 0;
  for (const artifact::v1::Artifact& artifact : data.lineage.artifacts()) {
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_TEXT) continue;
    setting.text = ++texts == 1 ? NoteOf(artifact.manifest()) : "";
  }
  return setting;
}

Summary SummaryOf(const ReportData& data) {
  if (IsComparison(data)) return Summarise(data.comparison, SettingOf(data));
  return IsTransfer(data) ? SummariseTransfer(*data.correlations) : SummariseProfile(data);
}

}  // namespace

std::string SummaryPart(const ReportData& data) {
  const Summary summary = SummaryOf(data);
  std::string part =
      absl::StrCat("<header id=\"summary\">\n<p class=\"kind\">widthlab report</p>\n<h1>",
                   Escape(summary.headline), "</h1>\n<dl class=\"summary v",
                   static_cast<int>(summary.verdict), "\">\n");
  for (const SummaryLine& line : summary.lines) {
    absl::StrAppend(&part, "<div><dt>", Escape(line.question), "</dt><dd>", Escape(line.answer),
                    "</dd></div>\n");
  }
  absl::StrAppend(&part, "</dl>\n<p class=\"about\">",
                  IsComparison(data) ? About(data.comparison) : kAboutProfile, "</p>\n</header>\n");
  return part;
}

}  // namespace widthlab::pipeline
