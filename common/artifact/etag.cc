#include "common/artifact/etag.h"

#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"

namespace widthlab::artifact {

std::string EtagOf(const v1::Artifact& artifact) {
  v1::Artifact labels;
  *labels.mutable_labels() = artifact.labels();
  return Sha256Of(spec::CanonicalJson(labels)).substr(0, 16);
}

absl::Status CheckEtag(const v1::Artifact& artifact, std::string_view etag) {
  const std::string current = EtagOf(artifact);
  if (etag.empty() || etag == current) return absl::OkStatus();
  ErrorFacts facts{.reason = "ETAG_MISMATCH", .field = "etag"};
  facts.metadata["value"] = std::string(etag);
  facts.metadata["current"] = current;
  return MakeError(absl::StatusCode::kAborted, std::move(facts),
                   absl::StrCat("the labels of ", artifact.id(),
                                " changed meanwhile; read them again and repeat"));
}

}  // namespace widthlab::artifact
