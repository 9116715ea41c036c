#include "services/capture/core/read_documents.h"

#include <optional>
#include <utility>
#include <vector>

#include "common/status/macros.h"
#include "common/tensor_io/tokens/token_format.h"
#include "common/tensor_io/tokens/token_shard.h"
#include "common/tokenizer/end_tokens.h"
#include "common/tokenizer/model_tokenizer.h"
#include "common/tokenizer/text_documents.h"
#include "services/capture/core/input_format.h"
#include "services/capture/core/jsonl_documents.h"
#include "services/capture/core/shard_documents.h"
#include "services/capture/core/token_input.h"

namespace widthlab::capture {
namespace {

using tensor_io::TokenFormat;
using Loaded = absl::StatusOr<std::vector<tokenizer::TokenDocument>>;

Loaded LoadText(const Input& input, const model::ModelFiles& files,
                const architecture::Architecture& a, artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const std::unique_ptr<tokenizer::Tokenizer> tokenizer,
                   tokenizer::ModelTokenizer(files, a));
  return tokenizer::LoadDocuments(store, input.text, *tokenizer);
}

absl::StatusOr<std::unique_ptr<Documents>> InMemory(Loaded loaded) {
  if (!loaded.ok()) return loaded.status();
  return std::make_unique<DocumentList>(*std::move(loaded));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Documents>> ReadDocuments(const Input& input,
                                                         const model::ModelFiles& files,
                                                         const architecture::Architecture& a,
                                                         artifact::ArtifactStore& store) {
  if (!IsCut(input.format)) return InMemory(LoadTokenIds(store, input.text));
  const std::optional<TokenFormat> format = tensor_io::TokenFormatOf(input.format);
  if (!format.has_value()) return InMemory(LoadText(input, files, a, store));
  if (*format == TokenFormat::kJsonl) {
    return InMemory(LoadJsonl(
        store, input.text, input.field, [&] { return tokenizer::ModelTokenizer(files, a); },
        a.vocab_size));
  }
  tensor_io::DocumentRules rules{.vocabulary_size = a.vocab_size};
  if (*format != TokenFormat::kMegatron) {
    ASSIGN_OR_RETURN(rules.document_ends, tokenizer::EndTokens(files));
  }
  return OpenShards(store, input.text, *format, rules);
}

}  // namespace widthlab::capture
