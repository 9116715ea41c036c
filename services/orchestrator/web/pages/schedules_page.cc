#include "services/orchestrator/web/pages/schedules_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/web/pages/artifact_file.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/runs_page.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using artifact::v1::Artifact;
using schedule::v1::Schedule;

constexpr size_t kMostSideBySide = 12;

absl::StatusOr<NamedSchedule> Fetch(const Sources& sources, const std::string& id) {
  ASSIGN_OR_RETURN(const Artifact artifact, sources.store.Get(id));
  if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_SCHEDULE) {
    return InvalidField("id", id, "the id of a schedule");
  }
  ASSIGN_OR_RETURN(Schedule schedule,
                   ReadMessage<Schedule>(sources.store, artifact, "schedule.json"));
  return NamedSchedule{.name = absl::StrCat(schedule.family(), " ", artifact.id().substr(0, 6)),
                       .schedule = std::move(schedule)};
}

// "512 in every layer", "512 448 384 320 256 ... 64".
std::string WidthsText(const Schedule& schedule) {
  constexpr int kShown = 8;
  std::string text;
  const int layers = schedule.ffn_widths_size();
  for (int l = 0; l < std::min(layers, kShown); ++l) {
    absl::StrAppend(&text, l == 0 ? "" : " ", schedule.ffn_widths(l));
  }
  if (layers > kShown) absl::StrAppend(&text, " … ", schedule.ffn_widths(layers - 1));
  return text;
}

void AddRow(const Sources& sources, const Artifact& artifact, bool checked, TableHtml& table) {
  Attributes box = {{"type", "checkbox"},
                    {"name", "id"},
                    {"value", artifact.id()},
                    {"aria-label", absl::StrCat("pick ", ShortId(artifact.id()))}};
  if (checked) box.emplace_back("checked", "");
  const absl::StatusOr<Schedule> schedule =
      ReadMessage<Schedule>(sources.store, artifact, "schedule.json");
  table.AddRow({Void("input", box), ArtifactLink(artifact.id()),
                Text(schedule.ok() ? schedule->family() : "damaged"),
                Text(schedule.ok() ? absl::StrCat(schedule->ffn_widths_size()) : ""),
                Text(schedule.ok() ? WidthsText(*schedule) : ""), LabelsHtml(artifact),
                Text(TimeText(artifact.create_time()))});
}

absl::StatusOr<Html> PickList(const Sources& sources, const Request& request,
                              const std::vector<std::string>& picked) {
  ASSIGN_OR_RETURN(const artifact::ListPage page,
                   sources.store.List({.page_size = kRowsOfAPage,
                                       .page_token = request.Value("page"),
                                       .filter = "kind = SCHEDULE"}));
  if (page.artifacts.empty()) {
    return Element("p", "No schedule was made yet.") +
           CommandBox(
               "widthctl schedule build --family cosine_taper --layers 24 --d-model 1024 "
               "--ffn-width 4096") +
           HowToBegin();
  }
  TableHtml table({"", "schedule", "family", "layers", "FFN widths", "labels", "created (UTC)"},
                  {3});
  for (const Artifact& artifact : page.artifacts) {
    AddRow(sources, artifact,
           std::find(picked.begin(), picked.end(), artifact.id()) != picked.end(), table);
  }
  const Html list = table.Render() + Element("p", Element("button", "Show side by side"));
  return Element("form", {{"action", "/schedules"}, {"method", "get"}}, list) +
         NextPageHtml("/schedules", request, page.next_page_token);
}

Html CostTable(const std::vector<NamedSchedule>& schedules) {
  TableHtml table({"schedule", "layers", "FFN parameters", "budget", "drift", "all parameters",
                   "forward FLOPs a token", "cache a token"},
                  {1, 2, 3, 4, 5, 6, 7});
  for (const NamedSchedule& named : schedules) {
    const Schedule& s = named.schedule;
    table.AddRow({Text(named.name), Text(absl::StrCat(s.ffn_widths_size())),
                  Text(ExactText(s.ffn_parameters())), Text(ExactText(s.budget_parameters())),
                  Text(absl::StrFormat("%+.3f %%", 100 * s.drift())),
                  Text(ExactText(s.accounts().total_parameters())),
                  Text(CountText(s.accounts().forward_flops_per_token())),
                  Text(BytesText(s.accounts().kv_bytes_per_token()))});
  }
  return table.Render();
}

Html LayerTable(const std::vector<NamedSchedule>& schedules) {
  std::vector<std::string> titles = {"layer"};
  std::vector<size_t> numeric = {0};
  int layers = 0;
  for (const NamedSchedule& named : schedules) {
    titles.push_back(named.name);
    numeric.push_back(titles.size() - 1);
    layers = std::max(layers, named.schedule.ffn_widths_size());
  }
  TableHtml table(titles, numeric);
  for (int l = 0; l < layers; ++l) {
    std::vector<Html> cells = {Text(absl::StrCat(l))};
    for (const NamedSchedule& named : schedules) {
      const bool has = l < named.schedule.ffn_widths_size();
      cells.push_back(Text(has ? ExactText(named.schedule.ffn_widths(l)) : ""));
    }
    table.AddRow(cells);
  }
  return table.Render();
}

}  // namespace

Html ScheduleTables(const std::vector<NamedSchedule>& schedules) {
  return CostTable(schedules) + Details("The width of every layer", LayerTable(schedules));
}

absl::StatusOr<Response> SchedulesPage(const Sources& sources, const Request& request) {
  const std::vector<std::string> ids = request.Values("id");
  if (ids.size() > kMostSideBySide) {
    return InvalidField("id", absl::StrCat(ids.size(), " schedules"),
                        absl::StrCat("at most ", kMostSideBySide, " to be shown side by side"));
  }
  std::vector<NamedSchedule> picked;
  for (const std::string& id : ids) {
    ASSIGN_OR_RETURN(NamedSchedule named, Fetch(sources, id));
    picked.push_back(std::move(named));
  }
  Html content;
  if (!picked.empty()) content.Add(WidthsPicture(picked)).Add(ScheduleTables(picked));
  ASSIGN_OR_RETURN(const Html list, PickList(sources, request, ids));
  content.Add(picked.empty() ? list : Section("Others", list));
  return PageAnswer({.title = picked.empty() ? "Schedules" : "Schedules side by side",
                     .current = "/schedules",
                     .content = content});
}

}  // namespace widthlab::web
