#include "services/orchestrator/core/report/page.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/page_style.h"
#include "services/orchestrator/core/report/profile_summary.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// What a section is called in the list of contents.
struct Part {
  const char* anchor;
  const char* name;
  std::string html;
};

// The profile of a model, where nothing was trained.
std::vector<Part> ProfilePartsOf(const ReportData& data) {
  return {{"widths", "Widths", WidthsSection(data)},
          {"sensitivity", "Worth", SensitivitySection(data)},
          {"work", "Work", WorkSection(data)},
          {"transfer", "Transfer", TransferSection(data)},
          {"trust", "Trust", TrustSection(data)},
          {"dimension", "Dimension", DimensionSection(data)},
          {"cloud", "Cloud and outliers", CloudSection(data)},
          {"stream", "Residual stream", StreamSection(data)},
          {"lineage", "Lineage", LineageSection(data)},
          {"recipe", "How to make it again", RecipeSection(data)}};
}

std::vector<Part> PartsOf(const ReportData& data) {
  if (!IsComparison(data)) return ProfilePartsOf(data);
  return {{"arms", "Arms", ArmsSection(data)},
          {"widths", "Widths", WidthsSection(data)},
          {"cost", "Cost", CostSection(data)},
          {"loss", "Loss", LossSection(data)},
          {"work", "Work", WorkSection(data)},
          {"sensitivity", "Worth", SensitivitySection(data)},
          {"dimension", "Dimension", DimensionSection(data)},
          {"cloud", "Cloud", CloudSection(data)},
          {"lineage", "Lineage", LineageSection(data)},
          {"recipe", "How to make it again", RecipeSection(data)}};
}

std::string TitleOf(const ReportData& data) {
  if (IsTransfer(data)) return "widthlab: profiles at equal relative depth";
  if (!IsComparison(data)) return absl::StrCat("widthlab: profile of ", ModelName(data));
  return absl::StrCat("widthlab: ", data.comparison.arms_size(), " arms against ",
                      data.comparison.baseline());
}

// The policy forbids the page any request, whatever stands in it.
std::string Head(const std::string& title) {
  return absl::StrCat(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>",
      Escape(title), "</title>\n<style>", PageStyle(), "</style>\n</head>\n<body>\n");
}

}  // namespace

std::string RenderPage(const ReportData& data) {
  const std::string title = TitleOf(data);
  std::string contents = "<nav aria-label=\"contents\">\n";
  std::string sections;
  for (const Part& part : PartsOf(data)) {
    if (part.html.empty()) continue;
    absl::StrAppend(&contents, "<a href=\"#", part.anchor, "\">", part.name, "</a>\n");
    sections += part.html;
  }
  return absl::StrCat(
      Head(title), SummaryPart(data), contents, "</nav>\n<main>\n", sections,
      "</main>\n<footer>Made by widthlab. This file needs nothing else: it asks the "
      "network for nothing.</footer>\n<script>",
      PageScript(), "</script>\n</body>\n</html>\n");
}

}  // namespace widthlab::pipeline
