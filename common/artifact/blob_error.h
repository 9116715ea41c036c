// The errors that every blob store gives in the same words.
#ifndef WIDTHLAB_COMMON_ARTIFACT_BLOB_ERROR_H_
#define WIDTHLAB_COMMON_ARTIFACT_BLOB_ERROR_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"

namespace widthlab::artifact {

// INVALID_ARGUMENT unless `digest` is 64 lower-case hexadecimal digits.
absl::Status CheckDigest(std::string_view digest);

// NOT_FOUND BLOB_NOT_FOUND.
absl::Status BlobNotFound(std::string_view digest);

// OUT_OF_RANGE unless 0 <= offset <= size.
absl::Status CheckOffset(std::string_view digest, int64_t offset, int64_t size);

// DATA_LOSS: the bytes under `digest` give `actual`.
absl::Status BlobDamaged(std::string_view digest, std::string_view actual);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_BLOB_ERROR_H_
