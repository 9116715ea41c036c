// Whether the blobs of an artifact are there, and are what they should be.
#ifndef WIDTHLAB_COMMON_ARTIFACT_BLOB_CHECK_H_
#define WIDTHLAB_COMMON_ARTIFACT_BLOB_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// Digests of files that are missing or have another length, each once.
absl::StatusOr<std::vector<std::string>> MissingBlobs(BlobStore& blobs,
                                                      const v1::Manifest& manifest);

// FAILED_PRECONDITION BLOBS_MISSING lists them.
absl::Status CheckBlobs(BlobStore& blobs, const v1::Manifest& manifest);

// Reads every byte. One line for each thing that is wrong with `artifact`.
std::vector<std::string> FindProblems(BlobStore& blobs, const v1::Artifact& artifact);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_BLOB_CHECK_H_
