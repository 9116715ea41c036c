#include "common/artifact/artifact_builder.h"

#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_time.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

std::string HostName() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "";
}

}  // namespace

ArtifactBuilder::ArtifactBuilder(ArtifactStore& store, v1::ArtifactKind kind, int schema_version)
    : store_(store) {
  manifest_.set_kind(kind);
  manifest_.set_schema_version(schema_version);
  *provenance_.mutable_start_time() = Now();
  provenance_.set_host(HostName());
}

absl::Status ArtifactBuilder::AddFile(std::string_view name, std::string_view media_type,
                                      std::string_view bytes) {
  ASSIGN_OR_RETURN(const BlobInfo blob, WriteBlob(store_.blobs(), bytes));
  return AddBlob(name, media_type, blob);
}

absl::Status ArtifactBuilder::AddBlob(std::string_view name, std::string_view media_type,
                                      const BlobInfo& blob) {
  for (const v1::ArtifactFile& file : manifest_.files()) {
    if (file.name() == name) {
      return InvalidFieldBecause("manifest.files",
                                 absl::StrCat("the name ", std::string(name), " stands twice"));
    }
  }
  v1::ArtifactFile& file = *manifest_.add_files();
  file.set_name(std::string(name));
  file.set_media_type(std::string(media_type));
  file.set_digest(blob.digest);
  file.set_size_bytes(blob.size_bytes);
  return absl::OkStatus();
}

void ArtifactBuilder::Measure(std::string_view name, double value) {
  (*provenance_.mutable_measurements())[std::string(name)] = value;
}

void ArtifactBuilder::Version(std::string_view library, std::string_view version) {
  (*provenance_.mutable_versions())[std::string(library)] = std::string(version);
}

absl::StatusOr<v1::Artifact> ArtifactBuilder::Commit(const StepIdentity& identity) {
  std::sort(
      manifest_.mutable_files()->begin(), manifest_.mutable_files()->end(),
      [](const v1::ArtifactFile& a, const v1::ArtifactFile& b) { return a.name() < b.name(); });
  manifest_.set_spec_type(identity.spec_type);
  manifest_.set_spec_json(identity.spec_json);
  manifest_.clear_inputs();
  for (const std::string& input : identity.inputs) manifest_.add_inputs(input);
  manifest_.set_algorithm_version(identity.algorithm_version);
  provenance_.set_job(identity.job);
  *provenance_.mutable_end_time() = Now();
  return store_.Create(manifest_, identity.cache_key, provenance_);
}

}  // namespace widthlab::artifact
