#include "services/orchestrator/service/artifact_service_text_import.h"

#include "absl/strings/str_cat.h"
#include "common/artifact/file_name.h"
#include "common/spec/canonical_json.h"
#include "common/spec/json_string.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::orchestrator {
namespace {

// A manifest of so many files still passes as one message.
constexpr size_t kMaxDocuments = 50'000;

absl::Status Refuse(const std::string& document, std::string_view why) {
  ErrorFacts facts{.reason = "INVALID_TEXT", .field = "path"};
  facts.metadata["document"] = document;
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat("document ", document, " ", std::string(why)));
}

// The last part of a path, so that where a folder lies is no part of an identity.
std::string NameOnly(const std::string& source) {
  const size_t end = source.find_last_not_of('/');
  if (end == std::string::npos) return "text";
  const size_t slash = source.rfind('/', end);
  const size_t begin = slash == std::string::npos ? 0 : slash + 1;
  return source.substr(begin, end - begin + 1);
}

}  // namespace

TextImport::TextImport(artifact::ArtifactStore& store)
    : store_(store), builder_(store, artifact::v1::ARTIFACT_KIND_TEXT, /*schema_version=*/1) {}

absl::Status TextImport::Begin(const std::string& path) {
  if (!artifact::IsFileName(path)) {
    return InvalidField("path", path.substr(0, 80),
                        "a relative path without \".\" or \"..\" parts");
  }
  if (paths_.size() >= kMaxDocuments) {
    return InvalidFieldBecause("path", absl::StrCat("a text has at most ", kMaxDocuments,
                                                    " documents; join some of them"));
  }
  if (!paths_.insert(path).second) return Refuse(path, "was sent twice");
  ASSIGN_OR_RETURN(writer_, store_.blobs().Create());
  path_ = path;
  scanner_ = {};
  is_empty_ = true;
  return absl::OkStatus();
}

absl::Status TextImport::End() {
  if (writer_ == nullptr) return absl::OkStatus();
  if (is_empty_) return Refuse(path_, "is empty");
  if (!scanner_.AtBoundary()) return Refuse(path_, "is not UTF-8 text: it ends inside a character");
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, writer_->Commit());
  writer_.reset();
  return builder_.AddBlob(path_, "text/plain", blob);
}

absl::Status TextImport::Add(const artifact::v1::ImportTextRequest& request) {
  if (!request.source().empty()) {
    if (source_.has_value()) {
      return InvalidFieldBecause("source", "belongs to the first message only");
    }
    if (!spec::IsUtf8(request.source())) return InvalidFieldBecause("source", "is not UTF-8");
    source_ = NameOnly(request.source());
  }
  if (!request.path().empty()) {
    RETURN_IF_ERROR(End());
    RETURN_IF_ERROR(Begin(request.path()));
  }
  if (request.data().empty()) return absl::OkStatus();
  if (writer_ == nullptr) {
    return InvalidField("path", "empty", "the path of the document that the first bytes belong to");
  }
  is_empty_ = false;
  if (!scanner_.Feed(request.data())) {
    return Refuse(path_, request.data().find('\0') == std::string::npos
                             ? "is not UTF-8 text"
                             : "is not text: it has NUL bytes");
  }
  return writer_->Append(request.data());
}

absl::StatusOr<artifact::v1::Artifact> TextImport::Commit() {
  RETURN_IF_ERROR(End());
  if (paths_.empty()) return InvalidFieldBecause("path", "the text is empty: it has no document");
  artifact::v1::ImportSpec spec;
  spec.set_source(source_.value_or("text"));
  return builder_.Commit({.spec_type = spec.GetDescriptor()->full_name(),
                          .spec_json = spec::CanonicalJson(spec),
                          .algorithm_version = "artifact.ImportText/1"});
}

}  // namespace widthlab::orchestrator
