#include "common/artifact/catalogue_rebuild.h"

#include <algorithm>

#include "common/artifact/artifact_time.h"
#include "common/artifact/identity.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

// What a lost record would have said, as far as the manifest knows it.
void FillIn(v1::Artifact& artifact) {
  if (artifact.has_create_time()) return;
  const v1::Manifest& manifest = artifact.manifest();
  *artifact.mutable_create_time() = Now();
  artifact.set_cache_key(CacheKey(manifest.spec_type(), manifest.spec_json(),
                                  {manifest.inputs().begin(), manifest.inputs().end()},
                                  manifest.algorithm_version()));
}

}  // namespace

absl::StatusOr<RebuildOutcome> RebuildCatalogue(ManifestFolder& manifests, Catalogue& catalogue) {
  RebuildOutcome outcome;
  ASSIGN_OR_RETURN(const std::vector<std::string> ids, manifests.List());
  std::vector<v1::Artifact> artifacts;
  for (const std::string& id : ids) {
    absl::StatusOr<v1::Artifact> artifact = manifests.Read(id);
    if (!artifact.ok()) {
      outcome.problems.emplace_back(artifact.status().message());
      continue;
    }
    FillIn(*artifact);
    artifacts.push_back(*std::move(artifact));
  }
  std::stable_sort(artifacts.begin(), artifacts.end(),
                   [](const v1::Artifact& a, const v1::Artifact& b) {
                     return ToNanos(a.create_time()) < ToNanos(b.create_time());
                   });
  for (const v1::Artifact& artifact : artifacts) RETURN_IF_ERROR(catalogue.Put(artifact));
  outcome.artifacts = static_cast<int>(artifacts.size());
  return outcome;
}

}  // namespace widthlab::artifact
