// Checks what a client wants to commit.
#ifndef WIDTHLAB_COMMON_ARTIFACT_MANIFEST_CHECK_H_
#define WIDTHLAB_COMMON_ARTIFACT_MANIFEST_CHECK_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// Everything that a manifest says by itself: kinds, names, digests, order. INVALID_ARGUMENT names
// the field, for instance "manifest.files[2].digest".
absl::Status CheckManifest(const v1::Manifest& manifest);

// INVALID_ARGUMENT unless `key` is empty or 64 lower-case hexadecimal digits.
absl::Status CheckCacheKey(std::string_view key);

// At most 64 labels; keys of 1 to 63 letters, digits and "_-./", values of at most 4096 bytes.
absl::Status CheckLabels(const std::map<std::string, std::string>& labels);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_MANIFEST_CHECK_H_
