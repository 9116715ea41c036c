#include "services/capture/core/imports/import_tokens.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/linked_blob.h"
#include "common/spec/canonical_json.h"
#include "common/spec/json_string.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/jsonl.h"
#include "common/tensor_io/tokens/token_format.h"
#include "common/tensor_io/tokens/token_shard.h"

namespace widthlab::capture {
namespace {

constexpr int kSchemaVersion = 1;
constexpr size_t kMaxFiles = 10'000;

using tensor_io::TokenFormat;
using Check = absl::FunctionRef<absl::Status()>;

// Which field has the document is not known yet.
absl::Status CheckLines(const std::string& name, const std::string& path, Check check) {
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  return tensor_io::CheckJsonl(file.bytes(), name, check);
}

absl::Status CheckShards(const tensor_io::TokenFiles& files, Check check) {
  ASSIGN_OR_RETURN(const std::vector<tensor_io::ShardPaths> shards,
                   tensor_io::PairShards(files.format, files.paths));
  for (const tensor_io::ShardPaths& shard : shards) {
    RETURN_IF_ERROR(check());
    if (files.format == TokenFormat::kJsonl) {
      RETURN_IF_ERROR(CheckLines(shard.label, shard.path, check));
    } else {
      RETURN_IF_ERROR(tensor_io::TokenShard::Open(files.format, shard).status());
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<artifact::BlobInfo> BlobOf(const std::string& path, const std::string* digest,
                                          artifact::BlobStore& blobs, Check check) {
  if (digest == nullptr) return artifact::LinkBlob(blobs, path, check);
  ASSIGN_OR_RETURN(const int64_t size, blobs.Size(*digest));
  return artifact::BlobInfo{.digest = *digest, .size_bytes = size};
}

}  // namespace

absl::StatusOr<artifact::v1::Artifact> ImportTokens(
    const tensor_io::TokenFiles& files, const std::map<std::string, std::string>& digests,
    const std::string& source, artifact::ArtifactStore& store, Check check) {
  if (!spec::IsUtf8(source)) return InvalidFieldBecause("source", "is not UTF-8");
  if (files.paths.size() > kMaxFiles) {
    return InvalidField("path", absl::StrCat("one with ", files.paths.size(), " files"),
                        absl::StrCat("one with at most ", kMaxFiles));
  }
  RETURN_IF_ERROR(CheckShards(files, check));
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_TEXT, kSchemaVersion);
  for (const auto& [name, path] : files.paths) {
    const auto digest = digests.find(name);
    ASSIGN_OR_RETURN(
        const artifact::BlobInfo blob,
        BlobOf(path, digest == digests.end() ? nullptr : &digest->second, store.blobs(), check));
    RETURN_IF_ERROR(builder.AddBlob(name, tensor_io::TokenMediaType(files.format), blob));
  }
  artifact::v1::ImportSpec spec;
  spec.set_source(source.empty() ? "tokens" : source);
  return builder.Commit({.spec_type = spec.GetDescriptor()->full_name(),
                         .spec_json = spec::CanonicalJson(spec),
                         .algorithm_version = "tokens.Import/1"});
}

}  // namespace widthlab::capture
