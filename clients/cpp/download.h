// Fetches a file of an artifact and checks its digest.
//
//   ASSIGN_OR_RETURN(const std::string json, ReadFile(connection, file));
//   RETURN_IF_ERROR(DownloadFile(connection, file, "report.html"));
//
// A connection that is lost in the middle goes on where it stopped.
#ifndef WIDTHLAB_CLIENTS_CPP_DOWNLOAD_H_
#define WIDTHLAB_CLIENTS_CPP_DOWNLOAD_H_

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::client {

// Gives the bytes to `sink` in order. DATA_LOSS CORRUPT_FILE where they are not what the digest
// says; an error of `sink` ends the download and comes back.
absl::Status StreamFile(const Connection& connection, const artifact::v1::ArtifactFile& file,
                        const std::function<absl::Status(std::string_view)>& sink);

// A whole file in memory. RESOURCE_EXHAUSTED above 256 MiB.
absl::StatusOr<std::string> ReadFile(const Connection& connection,
                                     const artifact::v1::ArtifactFile& file);

// Writes beside `path` first, so that a file of this name is always whole. FAILED_PRECONDITION
// OUTPUT_NOT_WRITABLE names the path on field "output".
absl::Status DownloadFile(const Connection& connection, const artifact::v1::ArtifactFile& file,
                          const std::string& path);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_DOWNLOAD_H_
