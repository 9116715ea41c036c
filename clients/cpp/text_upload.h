// Sends text files to the artifact service, where they become one artifact.
//
//   ASSIGN_OR_RETURN(const TextFiles text, FindTextFiles(paths));
//   ASSIGN_OR_RETURN(const Artifact artifact, UploadText(connections.orchestrator, text));
//
// The artifact's id depends on the documents and the name of the import alone, so sending the same
// files again gives the same artifact.
#ifndef WIDTHLAB_CLIENTS_CPP_TEXT_UPLOAD_H_
#define WIDTHLAB_CLIENTS_CPP_TEXT_UPLOAD_H_

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/text_files.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::client {

// Streams the files in chunks of 512 KiB; begins again where the connection was lost. A file that
// changed since it was found is an error (FAILED_PRECONDITION TEXT_CHANGED) where that shows in
// its length.
absl::StatusOr<artifact::v1::Artifact> UploadText(const Connection& connection,
                                                  const TextFiles& text);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_TEXT_UPLOAD_H_
