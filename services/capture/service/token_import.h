// What an ImportTokens request names: a path below an import root, or blobs that were sent.
//
//   return ImportTokensOf(*request, import_roots, store, check);
#ifndef WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKEN_IMPORT_H_
#define WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKEN_IMPORT_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "services/host/import_roots.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::capture {

// Errors: those of ImportRoots::Resolve, FindTokenFiles and ImportTokens; INVALID_ARGUMENT on path
// where both or neither are given, on format where files come without one, on files[i].name.
absl::StatusOr<artifact::v1::Artifact> ImportTokensOf(const v1::ImportTokensRequest& request,
                                                      const host::ImportRoots& roots,
                                                      artifact::ArtifactStore& store,
                                                      absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKEN_IMPORT_H_
