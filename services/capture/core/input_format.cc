#include "services/capture/core/input_format.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/tensor_io/tokens/token_format.h"

namespace widthlab::capture {
namespace {

// Of the artifact's files, which are of one format.
absl::StatusOr<std::string> Imported(artifact::ArtifactStore& store, const std::string& text) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(text));
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    const auto format = tensor_io::TokenFormatOfMediaType(file.media_type());
    if (format.has_value()) return std::string(tensor_io::TokenFormatWord(*format));
  }
  return std::string();
}

}  // namespace

absl::StatusOr<std::string> InputFormatOf(artifact::ArtifactStore& store, const std::string& text,
                                          const std::string& given, const std::string& field) {
  std::string format = given;
  if (format.empty()) {
    ASSIGN_OR_RETURN(format, Imported(store, text));
  } else if (IsCut(format) && !tensor_io::TokenFormatOf(format).has_value()) {
    return InvalidField("input_format", format,
                        absl::StrCat("\"token_ids\", ", tensor_io::TokenFormatWords(),
                                     ", or empty for text and imported shards"));
  }
  if (!field.empty() && format != tensor_io::TokenFormatWord(tensor_io::TokenFormat::kJsonl)) {
    return InvalidField("input_field", field, "empty where input_format is not jsonl");
  }
  return format;
}

}  // namespace widthlab::capture
