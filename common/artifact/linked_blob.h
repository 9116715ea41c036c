// Files of this machine as blobs, by reference: a model of many gigabytes is not copied.
//
//   ASSIGN_OR_RETURN(const BlobInfo blob, LinkBlob(store.blobs(),
//   "/models/llama/model.safetensors")); ASSIGN_OR_RETURN(const std::string path,
//   UnchangedPath(store.blobs(), blob.digest));
//
// In a LocalBlobStore the blob is a symbolic link to the file. The file's digest is remembered with
// its size, time of modification and inode, and worked out again when one of these differs. Any
// other store copies the bytes.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LINKED_BLOB_H_
#define WIDTHLAB_COMMON_ARTIFACT_LINKED_BLOB_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"

namespace widthlab::artifact {

// Takes the file into the store. `check` is asked every few megabytes, and its error ends the work.
// Errors: those of reading the file; FAILED_PRECONDITION FILE_CHANGED where it changes meanwhile.
absl::StatusOr<BlobInfo> LinkBlob(
    BlobStore& blobs, const std::string& path,
    absl::FunctionRef<absl::Status()> check = [] { return absl::OkStatus(); });

// The blob's LocalPath. FAILED_PRECONDITION FILE_CHANGED names a linked file that is gone, or whose
// bytes are no longer those of the digest.
absl::StatusOr<std::string> UnchangedPath(BlobStore& blobs, std::string_view digest);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LINKED_BLOB_H_
