// Bytes by their SHA-256, in a directory, in memory, or behind the artifact service.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<BlobWriter> writer, blobs.Create());
//   RETURN_IF_ERROR(writer->Append(header));
//   RETURN_IF_ERROR(writer->Append(rows));
//   ASSIGN_OR_RETURN(const BlobInfo blob, writer->Commit());   // durable from here on
//
// Implementations: LocalBlobStore and InMemoryBlobStore here, RemoteBlobStore in clients/cpp; one
// contract suite (blob_store_contract.h) runs on all. Stores are safe to use from many threads,
// one writer or reader is not.
#ifndef WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::artifact {

// What names a blob: 64 lower-case hexadecimal digits, and a length.
struct BlobInfo {
  std::string digest = {};
  int64_t size_bytes = 0;
};

// Collects the bytes of one blob. Dropped without Commit it leaves nothing behind.
class BlobWriter {
 public:
  virtual ~BlobWriter() = default;

  // RESOURCE_EXHAUSTED DISK_FULL names the folder.
  virtual absl::Status Append(std::string_view bytes) = 0;

  // Makes the blob durable under its digest and ends the writer. A blob that is there already is
  // left as it is; one whose bytes are damaged is replaced.
  virtual absl::StatusOr<BlobInfo> Commit() = 0;
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;

  virtual absl::StatusOr<std::unique_ptr<BlobWriter>> Create() = 0;

  // Bytes [offset, offset + limit) of a blob, fewer at its end; limit < 0 reads to the end.
  // NOT_FOUND BLOB_NOT_FOUND, OUT_OF_RANGE for an offset beyond the end.
  virtual absl::StatusOr<std::string> Read(std::string_view digest, int64_t offset,
                                           int64_t limit) = 0;

  // Path of a file that holds exactly the blob, to be mapped read-only; it stays as long as the
  // store. A remote store fetches the blob first. NOT_FOUND BLOB_NOT_FOUND.
  virtual absl::StatusOr<std::string> LocalPath(std::string_view digest) = 0;

  // Length of a blob. NOT_FOUND BLOB_NOT_FOUND.
  virtual absl::StatusOr<int64_t> Size(std::string_view digest) = 0;

  // Those of `digests` that the store lacks, in the order given.
  virtual absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& digests) = 0;

  // Reads the blob again: DATA_LOSS where its bytes no longer give its digest.
  virtual absl::Status Verify(std::string_view digest) = 0;

  // Removes a blob; one that is not there is no error. UNIMPLEMENTED for a remote store, whose
  // server collects its own garbage.
  virtual absl::Status Delete(std::string_view digest) = 0;
};

// Create, Append and Commit in one.
absl::StatusOr<BlobInfo> WriteBlob(BlobStore& store, std::string_view bytes);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_BLOB_STORE_H_
