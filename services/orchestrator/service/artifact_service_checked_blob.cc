#include "services/orchestrator/service/artifact_service_checked_blob.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::orchestrator {

absl::StatusOr<artifact::BlobInfo> CheckedBlob::Commit() {
  const std::string actual = hash_.Finish();
  if (actual == digest_) return writer_->Commit();
  writer_.reset();
  ErrorFacts facts{.reason = "DIGEST_MISMATCH", .field = "digest"};
  facts.metadata["value"] = digest_;
  facts.metadata["actual"] = actual;
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat("digest is ", digest_, ", but the bytes give ", actual));
}

}  // namespace widthlab::orchestrator
