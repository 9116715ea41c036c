// Collects the documents of one text import, message by message, and commits them as an artifact.
//
//   TextImport text(store);
//   while (read request) RETURN_IF_ERROR(text.Add(request));
//   ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, text.Commit());
//
// docs/formats/artifact.md says what a text artifact holds. Dropped without Commit it leaves no
// artifact.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_TEXT_IMPORT_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_TEXT_IMPORT_H_

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/utf8_scanner.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/artifact/v1/artifact_service.pb.h"

namespace widthlab::orchestrator {

class TextImport {
 public:
  // `store` must outlive the import.
  explicit TextImport(artifact::ArtifactStore& store);

  // INVALID_ARGUMENT on field "path" names the document that is empty, not UTF-8, binary, or named
  // badly or twice.
  absl::Status Add(const artifact::v1::ImportTextRequest& request);

  absl::StatusOr<artifact::v1::Artifact> Commit();

 private:
  absl::Status Begin(const std::string& path);
  absl::Status End();

  artifact::ArtifactStore& store_;
  artifact::ArtifactBuilder builder_;
  std::optional<std::string> source_;
  std::set<std::string> paths_;

  // The document being received.
  std::string path_;
  std::unique_ptr<artifact::BlobWriter> writer_;
  client::Utf8Scanner scanner_;
  bool is_empty_ = true;
};

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_TEXT_IMPORT_H_
