#include "common/artifact/blob_store.h"

#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<BlobInfo> WriteBlob(BlobStore& store, std::string_view bytes) {
  ASSIGN_OR_RETURN(const std::unique_ptr<BlobWriter> writer, store.Create());
  RETURN_IF_ERROR(writer->Append(bytes));
  return writer->Commit();
}

}  // namespace widthlab::artifact
