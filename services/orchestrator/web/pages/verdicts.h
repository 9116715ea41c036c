// What a comparison says of each of its arms.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_VERDICTS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_VERDICTS_H_

#include "common/artifact/artifact_store.h"
#include "services/orchestrator/web/pages/html.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::web {

// A table: loss, difference to the baseline with its interval, verdict in words. Where the file is
// missing or damaged, a sentence that says so.
Html VerdictsHtml(artifact::ArtifactStore& store, const artifact::v1::Artifact& comparison);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_VERDICTS_H_
