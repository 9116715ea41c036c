// One artifact: what it says, its pictures, files, lineage, spec, provenance, and how to make it
// again.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

// `path` is what stands behind /artifacts/: an id, then nothing, "report", "files" and the name of
// one, or "figures" and "NAME.svg". The first digits of an id lead to the whole of it.
absl::StatusOr<Response> ArtifactPage(const Sources& sources, const std::vector<std::string>& path);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_PAGE_H_
