// Files of an artifact as they are: the report as a page in a sandbox, pictures, and downloads.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_DOWNLOADS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_DOWNLOADS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::web {

// Path of the download of a file.
std::string FilePathOf(std::string_view id, std::string_view file);

// To be saved, whatever it holds. NOT_FOUND lists the files there are; NOT_FOUND BLOB_NOT_FOUND.
absl::StatusOr<Response> DownloadedFile(const Sources& sources,
                                        const artifact::v1::Artifact& artifact,
                                        const std::string& file);

// The page of a report. NOT_FOUND for any other kind.
absl::StatusOr<Response> ReportFile(const Sources& sources, const artifact::v1::Artifact& artifact);

// A picture as SVG.
absl::StatusOr<Response> FigureFile(const Sources& sources, const artifact::v1::Artifact& artifact,
                                    const std::string& figure);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_DOWNLOADS_H_
