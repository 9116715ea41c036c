// The web page of what a server holds, as a part of its process.
//
//   process->ServeBeside(web::WebPage(flags, *store));
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_WEB_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_WEB_PAGE_H_

#include "common/artifact/artifact_store.h"
#include "services/host/process.h"
#include "services/host/server_flags.h"

namespace widthlab::web {

// Serves at flags.web_listen, if anywhere. `store` must outlive the process's Serve. A port that is
// taken is FAILED_PRECONDITION CANNOT_LISTEN where the address was asked for, else a line in the
// log and no page: several servers on one machine need no flag for what nobody asked of them.
host::StartSideServer WebPage(const host::ServerFlags& flags, artifact::ArtifactStore& store);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_WEB_PAGE_H_
