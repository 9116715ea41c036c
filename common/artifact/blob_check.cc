#include "common/artifact/blob_check.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/artifact/identity.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<std::vector<std::string>> MissingBlobs(BlobStore& blobs,
                                                      const v1::Manifest& manifest) {
  std::vector<std::string> missing;
  std::set<std::string> seen;
  for (const v1::ArtifactFile& file : manifest.files()) {
    if (!seen.insert(file.digest()).second) continue;
    const absl::StatusOr<int64_t> size = blobs.Size(file.digest());
    if (!size.ok() && !absl::IsNotFound(size.status())) return size.status();
    if (!size.ok() || *size != file.size_bytes()) missing.push_back(file.digest());
  }
  return missing;
}

absl::Status CheckBlobs(BlobStore& blobs, const v1::Manifest& manifest) {
  ASSIGN_OR_RETURN(const std::vector<std::string> missing, MissingBlobs(blobs, manifest));
  if (missing.empty()) return absl::OkStatus();
  ErrorFacts facts{.reason = "BLOBS_MISSING", .field = "manifest.files"};
  const std::string digests = absl::StrJoin(missing, ",");
  facts.metadata["digests"] = digests;
  return MakeError(absl::StatusCode::kFailedPrecondition, std::move(facts),
                   absl::StrCat("these blobs must be written first, in the length that the "
                                "manifest gives: ",
                                digests));
}

std::vector<std::string> FindProblems(BlobStore& blobs, const v1::Artifact& artifact) {
  std::vector<std::string> problems;
  if (const std::string id = ArtifactId(artifact.manifest()); id != artifact.id()) {
    problems.push_back(absl::StrCat("the manifest gives ", id));
  }
  for (const v1::ArtifactFile& file : artifact.manifest().files()) {
    const absl::StatusOr<int64_t> size = blobs.Size(file.digest());
    absl::Status status = size.status();
    if (size.ok()) status = blobs.Verify(file.digest());
    if (!status.ok()) {
      problems.push_back(absl::StrCat(file.name(), ": ", std::string(status.message())));
    } else if (*size != file.size_bytes()) {
      problems.push_back(
          absl::StrCat(file.name(), ": has ", *size, " bytes, not ", file.size_bytes()));
    }
  }
  return problems;
}

}  // namespace widthlab::artifact
