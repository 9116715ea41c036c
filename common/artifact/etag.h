// What changes with the labels of an artifact.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ETAG_H_
#define WIDTHLAB_COMMON_ARTIFACT_ETAG_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// A digest of the labels.
std::string EtagOf(const v1::Artifact& artifact);

// ABORTED ETAG_MISMATCH unless `etag` is empty or that of `artifact`.
absl::Status CheckEtag(const v1::Artifact& artifact, std::string_view etag);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ETAG_H_
