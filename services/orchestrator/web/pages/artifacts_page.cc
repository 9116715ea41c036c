#include "services/orchestrator/web/pages/artifacts_page.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/web/pages/form.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/runs_page.h"
#include "services/orchestrator/web/pages/verdicts.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using artifact::v1::Artifact;

std::vector<std::string> KindWords() {
  std::vector<std::string> words;
  for (int kind = artifact::v1::ArtifactKind_MIN + 1; kind <= artifact::v1::ArtifactKind_MAX;
       ++kind) {
    if (!artifact::v1::ArtifactKind_IsValid(kind)) continue;
    words.push_back(pipeline::ArtifactWord(static_cast<artifact::v1::ArtifactKind>(kind)));
  }
  return words;
}

absl::StatusOr<artifact::ListPage> ListKind(const Sources& sources, const Request& request,
                                            const std::string& kind, int page_size) {
  artifact::ListOptions options{.page_size = page_size, .page_token = request.Value("page")};
  if (!kind.empty()) {
    options.filter =
        absl::StrCat("kind = ", absl::AsciiStrToUpper(absl::StrReplaceAll(kind, {{" ", "_"}})));
  }
  const std::string more = request.Value("filter");
  if (!more.empty()) absl::StrAppend(&options.filter, kind.empty() ? "" : " AND ", more);
  return sources.store.List(options);
}

Response Finish(const std::string& title, const std::string& path, const Html& content) {
  return PageAnswer({.title = title, .current = path, .content = content});
}

}  // namespace

absl::StatusOr<Response> ArtifactsPage(const Sources& sources, const Request& request) {
  const std::string kind = request.Value("kind");
  const std::string filter = request.Value("filter");
  if (!kind.empty()) RETURN_IF_ERROR(CheckChoice("kind", kind, KindWords()));
  ASSIGN_OR_RETURN(const artifact::ListPage page, ListKind(sources, request, kind, kRowsOfAPage));
  Html content =
      FilterForm("/artifacts", {{"kind", "kind", kind, KindWords()},
                                {"filter", "filter", filter, {}, "labels.name = \"mine\""}});
  if (page.artifacts.empty()) {
    content.Add(kind.empty() && filter.empty() ? HowToBegin() : Element("p", "There is none."));
  } else {
    content.Add(ArtifactTableHtml(page.artifacts));
  }
  content.Add(NextPageHtml("/artifacts", request, page.next_page_token));
  return Finish("Artifacts", "/artifacts", content);
}

absl::StatusOr<Response> ComparisonsPage(const Sources& sources, const Request& request) {
  ASSIGN_OR_RETURN(const artifact::ListPage page, ListKind(sources, request, "comparison", 10));
  Html content;
  if (page.artifacts.empty()) {
    content = Element("p", "No arms were compared yet.") + HowToBegin();
  }
  for (const Artifact& artifact : page.artifacts) {
    content.Add(Element("h2", ArtifactLink(artifact.id())));
    content.Add(
        Element("p", {{"class", "quiet"}},
                Text(absl::StrCat(TimeText(artifact.create_time()), " UTC")) +
                    (artifact.labels().empty() ? Html() : Text(", ") + LabelsHtml(artifact))));
    content.Add(VerdictsHtml(sources.store, artifact));
  }
  content.Add(NextPageHtml("/comparisons", request, page.next_page_token));
  return Finish("Comparisons", "/comparisons", content);
}

absl::StatusOr<Response> ReportsPage(const Sources& sources, const Request& request) {
  ASSIGN_OR_RETURN(const artifact::ListPage page,
                   ListKind(sources, request, "report", kRowsOfAPage));
  if (page.artifacts.empty()) {
    return Finish("Reports", "/reports", Element("p", "No report was written yet.") + HowToBegin());
  }
  TableHtml table({"report", "artifact", "labels", "created (UTC)"});
  for (const Artifact& artifact : page.artifacts) {
    table.AddRow({Link(absl::StrCat(ArtifactPath(artifact.id()), "/report"), "read it"),
                  ArtifactLink(artifact.id()), LabelsHtml(artifact),
                  Text(TimeText(artifact.create_time()))});
  }
  return Finish("Reports", "/reports",
                table.Render() + NextPageHtml("/reports", request, page.next_page_token));
}

}  // namespace widthlab::web
