#include "common/artifact/catalogue_artifact_store.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_name.h"
#include "common/artifact/artifact_time.h"
#include "common/artifact/blob_check.h"
#include "common/artifact/digest.h"
#include "common/artifact/etag.h"
#include "common/artifact/identity.h"
#include "common/artifact/lineage.h"
#include "common/artifact/list_filter.h"
#include "common/artifact/manifest_check.h"
#include "common/artifact/page_token.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

CatalogueArtifactStore::CatalogueArtifactStore(std::unique_ptr<BlobStore> blobs,
                                               std::unique_ptr<Catalogue> catalogue,
                                               std::unique_ptr<ManifestFolder> manifests)
    : blobs_(std::move(blobs)),
      catalogue_(std::move(catalogue)),
      manifests_(std::move(manifests)) {}

absl::Status CatalogueArtifactStore::CheckInputs(const v1::Manifest& manifest) {
  for (int i = 0; i < manifest.inputs_size(); ++i) {
    ASSIGN_OR_RETURN(const auto ids, catalogue_->FindIds(manifest.inputs(i), 1));
    if (ids.empty()) {
      return ArtifactNotFound(absl::StrCat("manifest.inputs[", i, "]"), manifest.inputs(i));
    }
  }
  return absl::OkStatus();
}

absl::Status CatalogueArtifactStore::Keep(const v1::Artifact& artifact) {
  if (manifests_ != nullptr) RETURN_IF_ERROR(manifests_->Write(artifact));
  return catalogue_->Put(artifact);
}

absl::StatusOr<v1::Artifact> CatalogueArtifactStore::Create(const v1::Manifest& manifest,
                                                            std::string_view cache_key,
                                                            const v1::Provenance& provenance) {
  RETURN_IF_ERROR(CheckManifest(manifest));
  RETURN_IF_ERROR(CheckCacheKey(cache_key));
  RETURN_IF_ERROR(CheckBlobs(*blobs_, manifest));
  const std::lock_guard lock(write_mutex_);
  RETURN_IF_ERROR(CheckInputs(manifest));
  const std::string id = ArtifactId(manifest);
  ASSIGN_OR_RETURN(std::optional<v1::Artifact> known, catalogue_->Find(id));
  v1::Artifact artifact;
  if (known.has_value()) {
    artifact = *std::move(known);
    *artifact.add_later_provenance() = provenance;
  } else {
    artifact.set_id(id);
    artifact.set_name(ArtifactName(id));
    *artifact.mutable_manifest() = manifest;
    *artifact.mutable_create_time() = Now();
    *artifact.mutable_provenance() = provenance;
  }
  if (!cache_key.empty()) artifact.set_cache_key(std::string(cache_key));
  artifact.set_etag(EtagOf(artifact));
  RETURN_IF_ERROR(Keep(artifact));
  return artifact;
}

absl::StatusOr<std::optional<v1::Artifact>> CatalogueArtifactStore::FindByCacheKey(
    std::string_view cache_key) {
  RETURN_IF_ERROR(CheckCacheKey(cache_key));
  ASSIGN_OR_RETURN(const std::string id, catalogue_->FindByCacheKey(cache_key));
  if (id.empty()) return std::nullopt;
  ASSIGN_OR_RETURN(std::optional<v1::Artifact> artifact, catalogue_->Find(id));
  if (!artifact.has_value()) return std::nullopt;
  ASSIGN_OR_RETURN(const auto missing, MissingBlobs(*blobs_, artifact->manifest()));
  if (!missing.empty()) return std::nullopt;
  return artifact;
}

absl::StatusOr<v1::Artifact> CatalogueArtifactStore::Get(std::string_view name) {
  ASSIGN_OR_RETURN(const std::string digits, ReadArtifactName(name));
  ASSIGN_OR_RETURN(const std::vector<std::string> ids, catalogue_->FindIds(digits, 3));
  if (ids.empty()) return ArtifactNotFound("name", digits);
  if (ids.size() > 1) {
    return InvalidFieldBecause(
        "name", absl::StrCat("several artifacts begin with ", digits, ": ", ids[0], ", ", ids[1],
                             ids.size() > 2 ? ", ..." : ""));
  }
  ASSIGN_OR_RETURN(std::optional<v1::Artifact> artifact, catalogue_->Find(ids.front()));
  if (!artifact.has_value()) return ArtifactNotFound("name", digits);
  return *std::move(artifact);
}

absl::StatusOr<ListPage> CatalogueArtifactStore::List(const ListOptions& options) {
  if (options.page_size < 1 || options.page_size > 1000) {
    return InvalidField("page_size", absl::StrCat(options.page_size), "in [1, 1000]");
  }
  ASSIGN_OR_RETURN(const auto conditions, ReadFilter(options.filter));
  ASSIGN_OR_RETURN(const int64_t before, ReadPageToken(options.page_token, options.filter));
  ASSIGN_OR_RETURN(std::vector<Catalogue::Row> rows,
                   catalogue_->List(conditions, before, options.page_size + 1));
  ListPage page;
  if (rows.size() > static_cast<size_t>(options.page_size)) {
    rows.pop_back();
    page.next_page_token = PageToken(rows.back().sequence, options.filter);
  }
  for (Catalogue::Row& row : rows) page.artifacts.push_back(std::move(row.artifact));
  return page;
}

absl::StatusOr<v1::Lineage> CatalogueArtifactStore::GetLineage(std::string_view name,
                                                               LineageDirection direction,
                                                               int depth) {
  if (depth < 0) return InvalidField("depth", absl::StrCat(depth), "at least 0");
  ASSIGN_OR_RETURN(const v1::Artifact root, Get(name));
  return FollowLineage(*catalogue_, root, direction, depth);
}

absl::StatusOr<v1::Artifact> CatalogueArtifactStore::UpdateLabels(
    std::string_view name, const std::map<std::string, std::string>& labels,
    std::string_view etag) {
  RETURN_IF_ERROR(CheckLabels(labels));
  const std::lock_guard lock(write_mutex_);
  ASSIGN_OR_RETURN(v1::Artifact artifact, Get(name));
  RETURN_IF_ERROR(CheckEtag(artifact, etag));
  artifact.clear_labels();
  for (const auto& [key, value] : labels) (*artifact.mutable_labels())[key] = value;
  artifact.set_etag(EtagOf(artifact));
  RETURN_IF_ERROR(Keep(artifact));
  return artifact;
}

absl::StatusOr<v1::Verification> CatalogueArtifactStore::Verify(std::string_view name) {
  ASSIGN_OR_RETURN(const v1::Artifact artifact, Get(name));
  std::vector<std::string> problems = FindProblems(*blobs_, artifact);
  if (manifests_ != nullptr) {
    const std::lock_guard lock(write_mutex_);
    if (const auto stored = manifests_->Read(artifact.id()); !stored.ok()) {
      problems.push_back(absl::StrCat("manifest: ", std::string(stored.status().message())));
    }
  }
  v1::Verification verification;
  verification.set_id(artifact.id());
  verification.set_ok(problems.empty());
  for (std::string& problem : problems) verification.add_problems(std::move(problem));
  return verification;
}

absl::Status CatalogueArtifactStore::Delete(std::string_view name) {
  const std::lock_guard lock(write_mutex_);
  ASSIGN_OR_RETURN(const v1::Artifact artifact, Get(name));
  ASSIGN_OR_RETURN(const auto dependents, catalogue_->DependentsOf(artifact.id()));
  if (!dependents.empty()) {
    ErrorFacts facts{.reason = "ARTIFACT_IN_USE", .field = "name"};
    facts.metadata["dependent"] = dependents.front();
    return MakeError(
        absl::StatusCode::kFailedPrecondition, std::move(facts),
        absl::StrCat(artifact.id(), " is an input of ", dependents.size(), " others, among them ",
                     dependents.front(), "; delete those first"));
  }
  if (manifests_ != nullptr) RETURN_IF_ERROR(manifests_->Remove(artifact.id()));
  return catalogue_->Remove(artifact.id());
}

}  // namespace widthlab::artifact
