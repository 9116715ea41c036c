#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

// Above this many, those of the arms are folded away.
constexpr size_t kManySources = 12;

bool IsImport(const ReportSource& source) {
  return source.spec_type.find(".Import") != std::string::npos;
}

// "geometry.v1.MeasureSpec" of "widthlab.geometry.v1.MeasureSpec".
std::string ShortType(const std::string& type) {
  return absl::StartsWith(type, "widthlab.") ? type.substr(9) : type;
}

std::string Recipe(const ReportSource& source) {
  const std::string how =
      IsImport(source)
          ? "<p>Imported: the bytes came from outside.</p>\n" +
                Command(absl::StrCat("widthctl artifact get ", source.id))
          : Command(absl::StrCat("widthctl artifact reproduce ", source.id, " --wait"));
  return absl::StrCat("<details class=\"recipe\"><summary><span>", Escape(source.role), "</span> ",
                      Identifier(source.id), "</summary>\n", how, "<p>",
                      Escape(ShortType(source.spec_type)), "</p>\n<pre tabindex=\"0\">",
                      Escape(source.spec_json), "</pre></details>\n");
}

}  // namespace

std::string LineageSection(const ReportData& data) {
  if (data.lineage.artifacts().empty()) return "";
  const figure::Drawing drawing = DrawLineage(data.lineage, kHalf);
  return Section(
      "lineage", "Lineage",
      "What was made from what. Every box is an artifact with its kind and the first digits of "
      "its digest; rest on it for the whole.",
      Grid(Render({.title = IsTransfer(data)     ? "From the models to the correlations"
                            : IsComparison(data) ? "From the text to the comparison"
                                                 : "From the model to the widths",
                   .svg = drawing.svg,
                   .caption = "",
                   .table = "",
                   .wide = drawing.width})));
}

std::string RecipeSection(const ReportData& data) {
  std::string own;
  std::string of_arms;
  size_t arms = 0;
  for (const ReportSource& source : data.sources) {
    if (source.of_arm) ++arms;
    (source.of_arm ? of_arms : own) += Recipe(source);
  }
  if (data.sources.size() > kManySources) {
    of_arms = Details(absl::StrCat("Schedules and runs of the arms (", arms, ")"), of_arms);
  }
  return Section(
      "recipe", "How to make it again",
      "Every number on this page comes from these artifacts. Each keeps the complete request that "
      "made it; the command runs that request again without the cache and compares every byte.",
      own + of_arms);
}

}  // namespace widthlab::pipeline
