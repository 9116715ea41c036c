#include "services/capture/service/token_import.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/artifact/file_name.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/find_shards.h"
#include "services/capture/core/imports/import_tokens.h"

namespace widthlab::capture {
namespace {

using Check = absl::FunctionRef<absl::Status()>;

// The last part of a path, so that where it lies is no part of an identity.
std::string SourceOf(const std::string& path) {
  std::filesystem::path source(path);
  if (!source.has_filename()) source = source.parent_path();
  return source.filename().string();
}

absl::StatusOr<artifact::v1::Artifact> OfPath(const v1::ImportTokensRequest& request,
                                              const host::ImportRoots& roots,
                                              artifact::ArtifactStore& store, Check check) {
  const std::string path = std::filesystem::path(request.path()).lexically_normal().string();
  // Before anything else is said about the path.
  RETURN_IF_ERROR(roots.Resolve("path", path).status());
  ASSIGN_OR_RETURN(
      const tensor_io::TokenFiles files,
      tensor_io::FindTokenFiles(path, request.format(), [&roots](const std::string& file) {
        return roots.Resolve("path", file);
      }));
  return ImportTokens(files, {}, SourceOf(request.source().empty() ? path : request.source()),
                      store, check);
}

absl::StatusOr<artifact::v1::Artifact> OfFiles(const v1::ImportTokensRequest& request,
                                               artifact::ArtifactStore& store, Check check) {
  const std::optional<tensor_io::TokenFormat> format = tensor_io::TokenFormatOf(request.format());
  if (!format.has_value()) {
    return InvalidField("format", absl::StrCat("\"", request.format(), "\""),
                        absl::StrCat("one of ", tensor_io::TokenFormatWords()));
  }
  tensor_io::TokenFiles files{.format = *format};
  std::map<std::string, std::string> digests;
  for (int i = 0; i < request.files_size(); ++i) {
    const v1::TokenFile& file = request.files(i);
    const std::string field = absl::StrCat("files[", i, "].name");
    if (!artifact::IsFileName(file.name())) {
      return InvalidField(field, file.name().substr(0, 80),
                          "a relative path without \".\" or \"..\" parts");
    }
    if (!digests.insert({file.name(), file.digest()}).second) {
      return InvalidFieldBecause(field, absl::StrCat("the name ", file.name(), " stands twice"));
    }
    ASSIGN_OR_RETURN(files.paths[file.name()], store.blobs().LocalPath(file.digest()));
  }
  return ImportTokens(files, digests, SourceOf(request.source()), store, check);
}

}  // namespace

absl::StatusOr<artifact::v1::Artifact> ImportTokensOf(const v1::ImportTokensRequest& request,
                                                      const host::ImportRoots& roots,
                                                      artifact::ArtifactStore& store, Check check) {
  if (request.path().empty() == (request.files_size() == 0)) {
    return InvalidField("path", request.path().empty() ? "empty" : request.path(),
                        "given where no files are, and empty where they are");
  }
  return request.path().empty() ? OfFiles(request, store, check)
                                : OfPath(request, roots, store, check);
}

}  // namespace widthlab::capture
