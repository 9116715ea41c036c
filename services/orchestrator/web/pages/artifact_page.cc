#include "services/orchestrator/web/pages/artifact_page.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/figures/artifact_figures.h"
#include "services/orchestrator/web/pages/artifact_file.h"
#include "services/orchestrator/web/pages/downloads.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/pictures.h"
#include "services/orchestrator/web/pages/schedules_page.h"
#include "services/orchestrator/web/pages/verdicts.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using artifact::v1::Artifact;
using artifact::v1::Provenance;

constexpr size_t kMostRelatives = 200;

// "Schedule cosine_taper, 3fa9c1e2d0b7".
std::string TitleOf(const Artifact& artifact) {
  std::string title = NameOf(artifact);
  if (title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return absl::StrCat(title, ", ", ShortId(artifact.id()));
}

Html SummaryHtml(const Sources& sources, const Artifact& artifact) {
  switch (artifact.manifest().kind()) {
    case artifact::v1::ARTIFACT_KIND_COMPARISON:
      return VerdictsHtml(sources.store, artifact);
    case artifact::v1::ARTIFACT_KIND_REPORT:
      return Element("p",
                     Link(absl::StrCat(ArtifactPath(artifact.id()), "/report"), "Read the report"));
    case artifact::v1::ARTIFACT_KIND_SCHEDULE: {
      auto schedule = ReadMessage<schedule::v1::Schedule>(sources.store, artifact, "schedule.json");
      if (!schedule.ok()) return Html();
      const std::string family = schedule->family();
      return ScheduleTables({{family, *std::move(schedule)}}) +
             Element("p",
                     Link(absl::StrCat("/schedules?id=", artifact.id()), "Show it beside others"));
    }
    default:
      return Html();
  }
}

// Pictures but the lineage, which has a place of its own. One that cannot be drawn is passed over:
// the files below say what is wrong.
Html FiguresHtml(const Sources& sources, const Artifact& artifact) {
  Html html;
  for (const pipeline::FigureName& figure : pipeline::FiguresOf(artifact.manifest())) {
    if (figure.name == "lineage") continue;
    const auto picture = pipeline::DrawFigure(sources.store, artifact.id(), figure.name);
    if (!picture.ok()) continue;
    html.Add(FigureHtml(picture->svg));
    html.Add(Element("p", {{"class", "quiet"}},
                     Link(absl::StrCat(ArtifactPath(artifact.id()), "/figures/",
                                       PercentEncode(figure.name), ".svg"),
                          absl::StrCat(figure.name, ".svg"))));
  }
  return html.empty() ? html : Section("Pictures", html);
}

Html FilesHtml(const Artifact& artifact) {
  TableHtml table({"file", "size", "type", "SHA-256"}, {1});
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    table.AddRow({Link(FilePathOf(artifact.id(), file.name()), file.name()),
                  Text(BytesText(file.size_bytes())), Text(file.media_type()),
                  Element("code", {{"title", file.digest()}}, Text(ShortId(file.digest())))});
  }
  return Section("Files", table.Render() + CommandBox(absl::StrCat("widthctl artifact get ",
                                                                   ShortId(artifact.id()))));
}

// Those at the other ends of the edges that touch the artifact.
Html RelativesHtml(const artifact::v1::Lineage& lineage, const std::string& id, bool inputs) {
  std::vector<std::string> ids;
  for (const auto& edge : lineage.edges()) {
    if (inputs && edge.artifact() == id) ids.push_back(edge.input());
    if (!inputs && edge.input() == id) ids.push_back(edge.artifact());
  }
  std::map<std::string, const Artifact*> known;
  for (const Artifact& artifact : lineage.artifacts()) known[artifact.id()] = &artifact;
  Html items;
  for (size_t i = 0; i < ids.size() && i < kMostRelatives; ++i) {
    const auto found = known.find(ids[i]);
    if (found == known.end()) continue;
    items.Add(Element("li", Text(NameOf(*found->second) + " ") + ArtifactLink(ids[i])));
  }
  if (ids.size() > kMostRelatives) {
    items.Add(Element("li", absl::StrCat("and ", ids.size() - kMostRelatives, " more")));
  }
  return items.empty()
             ? Element("p", {{"class", "quiet"}}, Text(inputs ? "Nothing." : "Nothing yet."))
             : Element("ul", items);
}

Html LineageHtml(const Sources& sources, const Artifact& artifact) {
  const auto around =
      sources.store.GetLineage(artifact.id(), artifact::LineageDirection::kBoth, /*depth=*/1);
  if (!around.ok()) return Html();
  Html html;
  const auto picture = pipeline::DrawFigure(sources.store, artifact.id(), "lineage");
  if (picture.ok() && !artifact.manifest().inputs().empty()) {
    html.Add(Element("div", {{"class", "graph"}}, FigureHtml(picture->svg)));
  }
  html.Add(Element("h3", "Made from")).Add(RelativesHtml(*around, artifact.id(), true));
  html.Add(Element("h3", "Used by")).Add(RelativesHtml(*around, artifact.id(), false));
  return Section("Lineage", html);
}

Html ProvenanceHtml(const Provenance& made) {
  FactsHtml facts;
  if (made.start_time().seconds() != 0) {
    facts.Add("started", absl::StrCat(TimeText(made.start_time()), " UTC"));
    facts.Add("took", DurationText(static_cast<double>(made.end_time().seconds() -
                                                       made.start_time().seconds())));
  }
  facts.Add("on", made.host());
  facts.Add("by", JobLink(made.job()));
  for (const auto& [name, value] :
       std::map<std::string, double>(made.measurements().begin(), made.measurements().end())) {
    facts.Add(name, NumberText(value));
  }
  std::vector<std::string> versions;
  for (const auto& [name, version] :
       std::map<std::string, std::string>(made.versions().begin(), made.versions().end())) {
    versions.push_back(absl::StrCat(name, " ", version));
  }
  facts.Add("versions", absl::StrJoin(versions, ", "));
  return facts.Render();
}

Html AllProvenanceHtml(const Artifact& artifact) {
  Html html = ProvenanceHtml(artifact.provenance());
  Html later;
  for (const Provenance& made : artifact.later_provenance()) later.Add(ProvenanceHtml(made));
  if (!later.empty()) {
    html.Add(
        Details(absl::StrCat("Made again ", artifact.later_provenance_size(), " times"), later));
  }
  return Section("Provenance",
                 Element("p", {{"class", "quiet"}},
                         Text("What a clock and the machine said; no part of its identity.")) +
                     html);
}

Html ManifestHtml(const Artifact& artifact) {
  const artifact::v1::Manifest& manifest = artifact.manifest();
  FactsHtml facts;
  facts.Add("id", Code(artifact.id()));
  facts.Add("algorithm", manifest.algorithm_version());
  facts.Add("format", absl::StrCat("version ", manifest.schema_version()));
  facts.Add("spec", Code(manifest.spec_type()));
  if (!artifact.cache_key().empty()) facts.Add("cache key", Code(artifact.cache_key()));
  Html html = facts.Render();
  html.Add(Details("The resolved spec, every default written out",
                   Element("pre", PrettyJson(manifest.spec_json()))));
  html.Add(Details("The whole manifest", Element("pre", PrettyJson(manifest))));
  return Section("Manifest", html);
}

Html AgainHtml(const Artifact& artifact) {
  // An import has no step that could be run again.
  if (artifact.cache_key().empty()) return Html();
  return Section("Make it again",
                 Element("p", "Runs the step without the cache and compares every byte:") +
                     CommandBox(absl::StrCat("widthctl artifact reproduce ", ShortId(artifact.id()),
                                             " --wait")));
}

Response WholePage(const Sources& sources, const Artifact& artifact) {
  FactsHtml facts;
  facts.Add("labels", LabelsHtml(artifact));
  facts.Add("created", absl::StrCat(TimeText(artifact.create_time()), " UTC"));
  Html content = facts.Render();
  content.Add(SummaryHtml(sources, artifact)).Add(FiguresHtml(sources, artifact));
  content.Add(LineageHtml(sources, artifact)).Add(FilesHtml(artifact));
  content.Add(AgainHtml(artifact)).Add(ManifestHtml(artifact));
  content.Add(AllProvenanceHtml(artifact));
  return PageAnswer({.title = TitleOf(artifact), .current = "/artifacts", .content = content});
}

}  // namespace

absl::StatusOr<Response> ArtifactPage(const Sources& sources,
                                      const std::vector<std::string>& path) {
  ASSIGN_OR_RETURN(const Artifact artifact, sources.store.Get(path[0]));
  if (path[0] != artifact.id()) {
    std::string whole = ArtifactPath(artifact.id());
    for (size_t i = 1; i < path.size(); ++i) {
      absl::StrAppend(&whole, "/", PercentEncode(path[i]));
    }
    return RedirectTo(whole);
  }
  if (path.size() == 1) return WholePage(sources, artifact);
  if (path.size() == 2 && path[1] == "report") return ReportFile(sources, artifact);
  if (path.size() == 3 && path[1] == "figures" && absl::EndsWith(path[2], ".svg")) {
    return FigureFile(sources, artifact, path[2].substr(0, path[2].size() - 4));
  }
  if (path.size() > 2 && path[1] == "files") {
    return DownloadedFile(sources, artifact, absl::StrJoin(path.begin() + 2, path.end(), "/"));
  }
  return NotFound("PAGE_NOT_FOUND", "address",
                  absl::StrCat("An artifact has no page '", path[1], "'"));
}

}  // namespace widthlab::web
