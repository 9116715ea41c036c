// What names an artifact, and what names the request that made it.
#ifndef WIDTHLAB_COMMON_ARTIFACT_IDENTITY_H_
#define WIDTHLAB_COMMON_ARTIFACT_IDENTITY_H_

#include <string>
#include <string_view>
#include <vector>

#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// Digest of the canonical JSON of a resolved spec, its inputs and the algorithm version.
std::string CacheKey(std::string_view spec_type, std::string_view spec_json,
                     const std::vector<std::string>& inputs, std::string_view algorithm_version);

// Id of a manifest: SHA-256 of its canonical JSON.
std::string ArtifactId(const v1::Manifest& manifest);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_IDENTITY_H_
