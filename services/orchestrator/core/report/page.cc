#include "services/orchestrator/core/report/page.h"

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

constexpr char kStyle[] = R"css(
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
td { white-space: nowrap; } th { vertical-align: bottom; }
svg { display: block; width: 100%; height: auto; margin: 1.5rem 0; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .75rem; }
)css";

}  // namespace

std::string RenderPage(const ReportData& data) {
  const std::string title = absl::StrCat("Widths compared: ", data.comparison.arms_size(),
                                         " arms, baseline ", data.comparison.baseline());
  return absl::StrCat(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
      Escape(title), "</title>\n<style>", kStyle, "</style>\n</head>\n<body>\n<h1>", Escape(title),
      "</h1>\n",
      absl::StrCat(SummarySection(data), ArmsSection(data), EvidenceSection(data),
                   WidthsSection(data), WorkSection(data)),
      absl::StrCat(DimensionSection(data), CloudSection(data), LossSection(data),
                   RecipeSection(data)),
      "</body>\n</html>\n");
}

}  // namespace widthlab::pipeline
