// Collects the files of one artifact and commits them as a whole; dropped without Commit it leaves
// no artifact (at most blobs that garbage collection finds).
//
//   ArtifactBuilder builder(store, v1::ARTIFACT_KIND_PROFILE, /*schema_version=*/1);
//   RETURN_IF_ERROR(builder.AddFile("profile.json", "application/json", CanonicalJson(profile)));
//   ASSIGN_OR_RETURN(const v1::Artifact artifact, builder.Commit(identity));
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_BUILDER_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_BUILDER_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/artifact/identity.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// What the step that makes an artifact was asked.
struct StepIdentity {
  // Full message name and canonical JSON of the resolved spec.
  std::string spec_type = {};
  std::string spec_json = {};
  // Ids, ascending, each once.
  std::vector<std::string> inputs = {};
  // "geometry.MeasureWork/1".
  std::string algorithm_version = {};
  // Empty for an import.
  std::string cache_key = {};
  // Name of the job that runs the step, for the provenance; not part of the identity.
  std::string job = {};
};

class ArtifactBuilder {
 public:
  // `store` must outlive the builder.
  ArtifactBuilder(ArtifactStore& store, v1::ArtifactKind kind, int schema_version);

  // Writes a whole small file.
  absl::Status AddFile(std::string_view name, std::string_view media_type, std::string_view bytes);

  // Adds a blob that was written through store.blobs() already.
  absl::Status AddBlob(std::string_view name, std::string_view media_type, const BlobInfo& blob);

  // A figure of this making ("tokens_per_second"), kept apart from the identity.
  void Measure(std::string_view name, double value);

  // A library whose version may matter, kept apart from the identity.
  void Version(std::string_view library, std::string_view version);

  // Commits manifest and provenance; files may have been added in any order. INVALID_ARGUMENT
  // without files or with a name twice.
  absl::StatusOr<v1::Artifact> Commit(const StepIdentity& identity);

 private:
  ArtifactStore& store_;
  v1::Manifest manifest_;
  v1::Provenance provenance_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_BUILDER_H_
