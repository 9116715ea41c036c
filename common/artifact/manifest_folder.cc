#include "common/artifact/manifest_folder.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "common/artifact/artifact_name.h"
#include "common/artifact/digest.h"
#include "common/artifact/etag.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {

absl::StatusOr<std::unique_ptr<ManifestFolder>> ManifestFolder::Open(const std::string& folder,
                                                                     FileSystem& files) {
  for (const char* part : {"incoming", "manifests", "records"}) {
    RETURN_IF_ERROR(files.MakeFolder(absl::StrCat(folder, "/", part)));
  }
  const std::string incoming = absl::StrCat(folder, "/incoming");
  ASSIGN_OR_RETURN(const std::vector<std::string> left, files.List(incoming));
  for (const std::string& name : left) {
    RETURN_IF_ERROR(files.RemoveAbandoned(absl::StrCat(incoming, "/", name)));
  }
  return std::unique_ptr<ManifestFolder>(new ManifestFolder(folder, files));
}

std::string ManifestFolder::PathOf(std::string_view part, std::string_view id) const {
  return absl::StrCat(folder_, "/", std::string(part), "/", std::string(id.substr(0, 2)), "/",
                      std::string(id), ".json");
}

absl::Status ManifestFolder::Write(const v1::Artifact& artifact) {
  const std::string incoming = absl::StrCat(folder_, "/incoming");
  v1::Artifact record = artifact;
  record.clear_manifest();
  record.clear_etag();
  RETURN_IF_ERROR(WriteFileAtomically(files_, incoming, PathOf("records", artifact.id()),
                                      spec::CanonicalJson(record)));
  const std::string path = PathOf("manifests", artifact.id());
  const std::string manifest = spec::CanonicalJson(artifact.manifest());
  if (const auto there = files_.Read(path, 0, -1); there.ok() && *there == manifest) {
    return absl::OkStatus();
  }
  return WriteFileAtomically(files_, incoming, path, manifest);
}

absl::StatusOr<v1::Artifact> ManifestFolder::Read(std::string_view id) {
  const std::string path = PathOf("manifests", id);
  ASSIGN_OR_RETURN(const std::string manifest, files_.Read(path, 0, -1));
  if (const std::string actual = Sha256Of(manifest); actual != id) {
    return CorruptFile(path, absl::StrCat("its bytes give ", actual));
  }
  v1::Artifact artifact;
  if (const auto record = files_.Read(PathOf("records", id), 0, -1); record.ok()) {
    if (!spec::ParseJson(*record, artifact).ok()) artifact.Clear();
  }
  RETURN_IF_ERROR(WithContext(spec::ParseJson(manifest, *artifact.mutable_manifest()), path));
  artifact.set_id(std::string(id));
  artifact.set_name(ArtifactName(id));
  artifact.set_etag(EtagOf(artifact));
  return artifact;
}

absl::Status ManifestFolder::Remove(std::string_view id) {
  for (const char* part : {"manifests", "records"}) {
    const std::string path = PathOf(part, id);
    if (!files_.Size(path).ok()) continue;
    RETURN_IF_ERROR(files_.Remove(path));
    RETURN_IF_ERROR(files_.SyncFolder(FolderOf(path)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ManifestFolder::List() {
  const std::string folder = absl::StrCat(folder_, "/manifests");
  ASSIGN_OR_RETURN(const std::vector<std::string> shards, files_.List(folder));
  std::vector<std::string> ids;
  for (const std::string& shard : shards) {
    ASSIGN_OR_RETURN(const std::vector<std::string> names,
                     files_.List(absl::StrCat(folder, "/", shard)));
    for (const std::string& name : names) {
      std::string id(absl::StripSuffix(name, ".json"));
      if (IsDigest(id)) ids.push_back(std::move(id));
    }
  }
  return ids;
}

}  // namespace widthlab::artifact
