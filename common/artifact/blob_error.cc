#include "common/artifact/blob_error.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/status/error.h"

namespace widthlab::artifact {

absl::Status CheckDigest(std::string_view digest) {
  if (IsDigest(digest)) return absl::OkStatus();
  return InvalidField("digest", digest.empty() ? "empty" : digest.substr(0, 80),
                      "64 lower-case hexadecimal digits");
}

absl::Status BlobNotFound(std::string_view digest) {
  return NotFound("BLOB_NOT_FOUND", digest, absl::StrCat("there is no blob ", std::string(digest)));
}

absl::Status CheckOffset(std::string_view digest, int64_t offset, int64_t size) {
  if (offset >= 0 && offset <= size) return absl::OkStatus();
  ErrorFacts facts{.reason = "OFFSET_OUT_OF_RANGE", .field = "offset"};
  facts.metadata["value"] = absl::StrCat(offset);
  facts.metadata["allowed"] = absl::StrCat("from 0 to ", size);
  return MakeError(absl::StatusCode::kOutOfRange, std::move(facts),
                   absl::StrCat("offset is ", offset, ", but blob ", std::string(digest), " has ",
                                size, " bytes"));
}

absl::Status BlobDamaged(std::string_view digest, std::string_view actual) {
  return MakeError(
      absl::StatusCode::kDataLoss, {.reason = "BLOB_DAMAGED", .field = std::string(digest)},
      absl::StrCat("the bytes stored as ", std::string(digest), " give ", std::string(actual)));
}

}  // namespace widthlab::artifact
