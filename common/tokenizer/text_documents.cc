#include "common/tokenizer/text_documents.h"

#include <algorithm>
#include <utility>

#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/token_format.h"

namespace widthlab::tokenizer {
namespace {

absl::StatusOr<TokenDocument> LoadDocument(artifact::ArtifactStore& store,
                                           const artifact::v1::ArtifactFile& file,
                                           const Tokenizer& tokenizer) {
  if (tensor_io::TokenFormatOfMediaType(file.media_type()).has_value()) {
    return InvalidField("text", "a token shard (" + file.name() + ")",
                        "a text: this step reads no token shards");
  }
  ASSIGN_OR_RETURN(const std::string text, store.blobs().Read(file.digest(), 0, -1));
  ASSIGN_OR_RETURN(const std::vector<int64_t> ids, tokenizer.EncodeDocument(text));
  TokenDocument document;
  document.path = file.name();
  document.digest = file.digest();
  document.ids.assign(ids.begin(), ids.end());
  return document;
}

}  // namespace

absl::StatusOr<std::vector<TokenDocument>> LoadDocuments(artifact::ArtifactStore& store,
                                                         std::string_view text,
                                                         const Tokenizer& tokenizer) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(text));
  std::vector<TokenDocument> documents;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    absl::StatusOr<TokenDocument> document = LoadDocument(store, file, tokenizer);
    if (!document.ok()) return WithContext(document.status(), file.name());
    documents.push_back(*std::move(document));
  }
  std::sort(documents.begin(), documents.end(),
            [](const TokenDocument& a, const TokenDocument& b) { return a.path < b.path; });
  return documents;
}

}  // namespace widthlab::tokenizer
