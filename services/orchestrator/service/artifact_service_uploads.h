// Blobs that clients send in pieces.
//
//   ASSIGN_OR_RETURN(auto upload, uploads.Begin(first_message));
//   RETURN_IF_ERROR(upload->Append(message));                  // for the first message too
//   ASSIGN_OR_RETURN(const artifact::BlobInfo blob, upload->Finish());
//
// An upload with an id is kept in a file of the folder: when its stream breaks, another stream goes
// on where Committed says, also after the server was started again. One stream at a time.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_UPLOADS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_UPLOADS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"
#include "widthlab/artifact/v1/artifact_service.pb.h"

namespace widthlab::orchestrator {

// One stream of one upload.
class Upload {
 public:
  virtual ~Upload() = default;

  // INVALID_ARGUMENT where the message does not go on where the last one ended, or passes the
  // announced length.
  virtual absl::Status Append(const artifact::v1::WriteBlobRequest& request) = 0;

  // Moves the bytes to the blob store. INVALID_ARGUMENT DIGEST_MISMATCH where they are not what was
  // announced; too few are kept for a stream that goes on.
  virtual absl::StatusOr<artifact::BlobInfo> Finish() = 0;
};

// Safe to use from many threads.
class Uploads {
 public:
  // Uploads that nobody went on with for a day are removed. `blobs` must outlive the object.
  static absl::StatusOr<std::unique_ptr<Uploads>> Open(const std::string& folder,
                                                       artifact::BlobStore& blobs);

  // UNAVAILABLE UPLOAD_BUSY while another stream of the same upload is open.
  absl::StatusOr<std::unique_ptr<Upload>> Begin(const artifact::v1::WriteBlobRequest& first);

  // Bytes of an upload that are safe on disk; 0 for an unknown one.
  absl::StatusOr<int64_t> Committed(std::string_view upload_id);

 private:
  friend class FileUpload;

  Uploads(std::string folder, artifact::BlobStore& blobs)
      : folder_(std::move(folder)), blobs_(blobs) {}

  std::string PathOf(std::string_view upload_id) const;

  std::string folder_;
  artifact::BlobStore& blobs_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> open_;
};

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_UPLOADS_H_
