#include "services/orchestrator/web/pages/parts.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "common/spec/canonical_json.h"
#include "nlohmann/json.hpp"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using artifact::v1::Artifact;
using job::v1::Job;

int64_t SizeOf(const Artifact& artifact) {
  int64_t bytes = 0;
  for (const auto& file : artifact.manifest().files()) bytes += file.size_bytes();
  return bytes;
}

}  // namespace

Html StateHtml(job::v1::JobState state) {
  const std::string word = StateWord(state);
  return Element("span", {{"class", word}}, Text(word));
}

Html ProgressHtml(const job::v1::Progress& progress) {
  Html html;
  std::string text = progress.stage();
  if (progress.total() > 0) {
    html.Add(Element("progress",
                     {{"max", absl::StrCat(progress.total())},
                      {"value", absl::StrCat(std::min(progress.done(), progress.total()))},
                      {"aria-label", "progress"}},
                     Html()));
    absl::StrAppend(&text, text.empty() ? "" : " ", CountText(static_cast<double>(progress.done())),
                    "/", CountText(static_cast<double>(progress.total())), " ", progress.unit());
  }
  if (std::isfinite(progress.rate()) && progress.rate() > 0) {
    absl::StrAppend(&text, ", ", CountText(progress.rate()), " ", progress.unit(), "/s");
  }
  if (progress.total() > 0 && progress.eta_seconds() > 0) {
    absl::StrAppend(&text, ", ", DurationText(progress.eta_seconds()), " left");
  }
  if (!html.empty()) html.Add(Text(" "));
  return html + Text(text);
}

std::string JobPath(std::string_view name) {
  return absl::StrCat("/jobs/", PercentEncode(ShortJob(name)));
}

Html JobLink(std::string_view name) {
  return name.empty() ? Html() : Link(JobPath(name), ShortJob(name));
}

std::string ArtifactPath(std::string_view id) {
  return absl::StrCat("/artifacts/", PercentEncode(id));
}

Html ArtifactLink(std::string_view id) { return Link(ArtifactPath(id), Code(ShortId(id))); }

Html ArtifactLinkIfThere(artifact::ArtifactStore& store, const std::string& id) {
  if (id.empty()) return Html();
  if (store.Get(id).ok()) return ArtifactLink(id);
  return Code(ShortId(id)) + Element("span", {{"class", "quiet"}}, Text(" deleted"));
}

Html JobTableHtml(const std::vector<Job>& jobs) {
  TableHtml table({"job", "state", "kind", "progress", "took", "created (UTC)"}, {4});
  for (const Job& job : jobs) {
    table.AddRow({JobLink(job.name()), StateHtml(job.state()), Text(job.kind()),
                  IsFinal(job.state()) ? Html() : ProgressHtml(job.progress()), Text(TookText(job)),
                  Text(TimeText(job.create_time()))});
  }
  return table.Render();
}

std::string NameOf(const Artifact& artifact) {
  const std::string note = pipeline::NoteOf(artifact.manifest());
  return absl::StrCat(pipeline::ArtifactWord(artifact.manifest().kind()), note.empty() ? "" : " ",
                      note);
}

Html LabelsHtml(const Artifact& artifact) {
  std::vector<std::string> labels;
  for (const auto& [key, value] : artifact.labels()) {
    labels.push_back(value.empty() ? key : absl::StrCat(key, ": ", value));
  }
  std::sort(labels.begin(), labels.end());
  return Text(absl::StrJoin(labels, ", "));
}

Html ArtifactTableHtml(const std::vector<Artifact>& artifacts) {
  TableHtml table({"artifact", "what", "labels", "size", "made by", "created (UTC)"}, {3});
  for (const Artifact& artifact : artifacts) {
    table.AddRow({ArtifactLink(artifact.id()), Text(NameOf(artifact)), LabelsHtml(artifact),
                  Text(BytesText(SizeOf(artifact))), Text(artifact.manifest().algorithm_version()),
                  Text(TimeText(artifact.create_time()))});
  }
  return table.Render();
}

Html NextPageHtml(std::string_view path, const Request& request, std::string_view token) {
  if (token.empty()) return Html();
  std::string target = absl::StrCat(std::string(path), "?");
  for (const auto& [name, value] : request.query) {
    if (name == "page" || value.empty()) continue;
    absl::StrAppend(&target, PercentEncode(name), "=", PercentEncode(value), "&");
  }
  return Element("p", Link(absl::StrCat(target, "page=", PercentEncode(token)), "older ones"));
}

bool AnyActive(const std::vector<Job>& jobs) {
  return std::any_of(jobs.begin(), jobs.end(),
                     [](const Job& job) { return !IsFinal(job.state()); });
}

std::string PrettyJson(std::string_view json) {
  const auto parsed = nlohmann::ordered_json::parse(json.begin(), json.end(), nullptr,
                                                    /*allow_exceptions=*/false);
  if (parsed.is_discarded()) return std::string(json);
  return parsed.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string PrettyJson(const google::protobuf::Message& message) {
  return PrettyJson(spec::CanonicalJson(message));
}

Html Details(std::string_view summary, const Html& content) {
  return Element("details", Element("summary", summary) + content) + Html::Trusted("\n");
}

}  // namespace widthlab::web
