#include "services/orchestrator/web/pages/downloads.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/figures/artifact_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using artifact::v1::Artifact;
using artifact::v1::ArtifactFile;

// Last part of the name, with '_' for what has a meaning in a header.
std::string SavedAs(std::string_view file) {
  std::string name(
      file.substr(file.rfind('/') == std::string_view::npos ? 0 : file.rfind('/') + 1));
  for (char& c : name) {
    const bool plain =
        absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return name.empty() ? "file" : name;
}

absl::StatusOr<Response> Stream(const Sources& sources, const ArtifactFile& file) {
  ASSIGN_OR_RETURN(const int64_t size, sources.store.blobs().Size(file.digest()));
  if (size != file.size_bytes()) {
    return CorruptFile(file.name(), "has lost bytes; `widthctl artifact verify` says more");
  }
  ASSIGN_OR_RETURN(std::string path, sources.store.blobs().LocalPath(file.digest()));
  return Response{.content_type = "application/octet-stream",
                  .trust = Trust::kFile,
                  .file_path = std::move(path),
                  .file_bytes = size};
}

}  // namespace

std::string FilePathOf(std::string_view id, std::string_view file) {
  std::string path = absl::StrCat(ArtifactPath(id), "/files");
  for (const auto& part : absl::StrSplit(std::string(file), '/')) {
    absl::StrAppend(&path, "/", PercentEncode(std::string(part)));
  }
  return path;
}

absl::StatusOr<Response> DownloadedFile(const Sources& sources, const Artifact& artifact,
                                        const std::string& file) {
  ASSIGN_OR_RETURN(const ArtifactFile entry, artifact::FindFile(artifact, file));
  ASSIGN_OR_RETURN(Response response, Stream(sources, entry));
  response.headers.emplace_back("Content-Disposition",
                                absl::StrCat("attachment; filename=\"", SavedAs(file), "\""));
  return response;
}

absl::StatusOr<Response> ReportFile(const Sources& sources, const Artifact& artifact) {
  for (const ArtifactFile& file : artifact.manifest().files()) {
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_REPORT ||
        !absl::EndsWith(file.name(), ".html")) {
      continue;
    }
    ASSIGN_OR_RETURN(Response response, Stream(sources, file));
    response.content_type = "text/html; charset=utf-8";
    response.trust = Trust::kReport;
    return response;
  }
  return NotFound(
      "NOT_A_REPORT", "address",
      absl::StrCat(ShortId(artifact.id()), " is a ",
                   pipeline::ArtifactWord(artifact.manifest().kind()), ", which has no report"));
}

absl::StatusOr<Response> FigureFile(const Sources& sources, const Artifact& artifact,
                                    const std::string& figure) {
  absl::StatusOr<pipeline::ArtifactPicture> picture =
      pipeline::DrawFigure(sources.store, artifact.id(), figure);
  if (absl::IsInvalidArgument(picture.status())) {
    return NotFound("UNKNOWN_FIGURE", "address", std::string(picture.status().message()));
  }
  RETURN_IF_ERROR(picture.status());
  return Response{
      .content_type = "image/svg+xml", .trust = Trust::kFile, .body = std::move(picture->svg)};
}

}  // namespace widthlab::web
