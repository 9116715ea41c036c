#include "common/artifact/catalogue.h"

#include "common/artifact/artifact_time.h"
#include "common/artifact/catalogue_schema.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<std::unique_ptr<Catalogue>> Catalogue::Open(const std::string& path) {
  ASSIGN_OR_RETURN(auto database, sqlite::Database::Open(path, {kCatalogueVersion1}));
  return std::unique_ptr<Catalogue>(new Catalogue(std::move(database)));
}

absl::Status Catalogue::PutRow(const v1::Artifact& artifact) {
  ASSIGN_OR_RETURN(auto release,
                   db_->Prepare("UPDATE artifacts SET cache_key = '' "
                                "WHERE cache_key = ? AND cache_key <> '' AND id <> ?"));
  RETURN_IF_ERROR(release.BindText(1, artifact.cache_key()).BindText(2, artifact.id()).Run());
  ASSIGN_OR_RETURN(
      auto put, db_->Prepare("INSERT INTO artifacts (id, kind, cache_key, create_time, manifest) "
                             "VALUES (?1, ?2, ?3, ?4, ?5) "
                             "ON CONFLICT (id) DO UPDATE SET cache_key = ?3"));
  put.BindText(1, artifact.id())
      .BindInt(2, artifact.manifest().kind())
      .BindText(3, artifact.cache_key())
      .BindInt(4, ToNanos(artifact.create_time()))
      .BindBlob(5, artifact.manifest().SerializeAsString());
  return put.Run();
}

absl::Status Catalogue::PutParts(const v1::Artifact& artifact) {
  for (const char* table : {"inputs", "labels", "provenance"}) {
    ASSIGN_OR_RETURN(auto clear,
                     db_->Prepare(std::string("DELETE FROM ") + table + " WHERE artifact = ?"));
    RETURN_IF_ERROR(clear.BindText(1, artifact.id()).Run());
  }
  ASSIGN_OR_RETURN(auto input, db_->Prepare("INSERT INTO inputs VALUES (?, ?)"));
  for (const std::string& id : artifact.manifest().inputs()) {
    RETURN_IF_ERROR(input.BindText(1, artifact.id()).BindText(2, id).Run());
  }
  ASSIGN_OR_RETURN(auto label, db_->Prepare("INSERT INTO labels VALUES (?, ?, ?)"));
  for (const auto& [key, value] : artifact.labels()) {
    RETURN_IF_ERROR(label.BindText(1, artifact.id()).BindText(2, key).BindText(3, value).Run());
  }
  ASSIGN_OR_RETURN(auto provenance, db_->Prepare("INSERT INTO provenance VALUES (?, ?, ?)"));
  int ordinal = 0;
  const auto put_provenance = [&](const v1::Provenance& message) {
    return provenance.BindText(1, artifact.id())
        .BindInt(2, ordinal++)
        .BindBlob(3, message.SerializeAsString())
        .Run();
  };
  if (artifact.has_provenance()) RETURN_IF_ERROR(put_provenance(artifact.provenance()));
  for (const v1::Provenance& later : artifact.later_provenance()) {
    RETURN_IF_ERROR(put_provenance(later));
  }
  return absl::OkStatus();
}

absl::Status Catalogue::Put(const v1::Artifact& artifact) {
  const std::lock_guard lock(mutex_);
  return db_->Transact([&]() -> absl::Status {
    RETURN_IF_ERROR(PutRow(artifact));
    return PutParts(artifact);
  });
}

absl::Status Catalogue::Remove(std::string_view id) {
  const std::lock_guard lock(mutex_);
  ASSIGN_OR_RETURN(auto remove, db_->Prepare("DELETE FROM artifacts WHERE id = ?"));
  return remove.BindText(1, id).Run();
}

}  // namespace widthlab::artifact
