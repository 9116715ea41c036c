// Pieces that several pages have in common.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PARTS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "google/protobuf/message.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/pages/html.h"
#include "services/orchestrator/web/pages/sources.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::web {

inline constexpr int kRowsOfAPage = 50;

// The state in its colour.
Html StateHtml(job::v1::JobState state);

// A bar with "training 80/200 steps, 12.3 steps/s, 0:10 left", what is known of it.
Html ProgressHtml(const job::v1::Progress& progress);

// Path of the page of a job; that of a run leads on to the run's.
std::string JobPath(std::string_view name);
Html JobLink(std::string_view name);

// Path of the page of an artifact, and a link to it under its first digits.
std::string ArtifactPath(std::string_view id);
Html ArtifactLink(std::string_view id);

// The same where the store has it; else its first digits and that it was deleted.
Html ArtifactLinkIfThere(artifact::ArtifactStore& store, const std::string& id);

// Newest jobs and artifacts as tables.
Html JobTableHtml(const std::vector<job::v1::Job>& jobs);
Html ArtifactTableHtml(const std::vector<artifact::v1::Artifact>& artifacts);

// "schedule cosine_taper", "training run seed 1": the kind, and what tells it from others.
std::string NameOf(const artifact::v1::Artifact& artifact);

// What the labels of an artifact say.
Html LabelsHtml(const artifact::v1::Artifact& artifact);

// A link to the next page of a list: the same request with another token. Nothing without one.
Html NextPageHtml(std::string_view path, const Request& request, std::string_view token);

// True where a job is not in a final state.
bool AnyActive(const std::vector<job::v1::Job>& jobs);

// JSON with two blanks for a step; the text as it is where it is none.
std::string PrettyJson(std::string_view json);
std::string PrettyJson(const google::protobuf::Message& message);

// A box that opens.
Html Details(std::string_view summary, const Html& content);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PARTS_H_
