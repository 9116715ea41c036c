#include "services/orchestrator/core/report/report_step.h"

#include <string>

#include "common/artifact/artifact_builder.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/report/page.h"
#include "services/orchestrator/core/report/report_data.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {
namespace {

absl::StatusOr<std::string> Report(const v1::ReportSpec& spec, const job::StepContext& context) {
  RETURN_IF_ERROR(context.cancel.Check());
  context.progress.Report({.stage = "report", .done = 0, .total = 1, .unit = "pages"});
  ASSIGN_OR_RETURN(const ReportData data, ReadReportData(spec, context.store));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_REPORT,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(builder.AddFile("report.html", "text/html; charset=utf-8", RenderPage(data)));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

}  // namespace

job::Step ReportStep() {
  return job::MakeStep<v1::ReportSpec>(
      {.kind = "pipeline.Report", .algorithm_version = "pipeline.Report/2"}, Report);
}

}  // namespace widthlab::pipeline
