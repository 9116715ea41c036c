// A blob whose digest is known beforehand: other bytes leave nothing behind.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_CHECKED_BLOB_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_CHECKED_BLOB_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"
#include "common/artifact/digest.h"

namespace widthlab::orchestrator {

class CheckedBlob {
 public:
  CheckedBlob(std::string digest, std::unique_ptr<artifact::BlobWriter> writer)
      : digest_(std::move(digest)), writer_(std::move(writer)) {}

  absl::Status Append(std::string_view bytes) {
    hash_.Update(bytes);
    return writer_->Append(bytes);
  }

  // INVALID_ARGUMENT DIGEST_MISMATCH. Ends the object.
  absl::StatusOr<artifact::BlobInfo> Commit();

 private:
  std::string digest_;
  std::unique_ptr<artifact::BlobWriter> writer_;
  artifact::Sha256 hash_;
};

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_CHECKED_BLOB_H_
