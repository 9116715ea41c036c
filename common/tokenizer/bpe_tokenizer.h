// A tokenizer made of parts: added tokens, normaliser, pre-tokenizer, byte-pair merges, special
// tokens around a document.
//
//   BpeTokenizerParts parts = {.name = "gpt2", .model = ..., .pre_tokenizer = ...};
//   const auto tokenizer = MakeBpeTokenizer(std::move(parts));
//
// tokenizer_json.h and gguf_tokenizer.h read the parts from files. Texts of megabytes take about a
// second; memory follows the longest piece, and one cache of words for each call.
#ifndef WIDTHLAB_COMMON_TOKENIZER_BPE_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_BPE_TOKENIZER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "common/tokenizer/added_tokens.h"
#include "common/tokenizer/bpe_model.h"
#include "common/tokenizer/normalizer.h"
#include "common/tokenizer/pre_tokenizer.h"
#include "common/tokenizer/token_decoder.h"
#include "common/tokenizer/tokenizer.h"
#include "common/tokenizer/vocabulary.h"

namespace widthlab::tokenizer {

struct BpeTokenizerParts {
  std::string name = {};
  std::optional<BpeModel> model = std::nullopt;
  // Added tokens that the model's vocabulary lacks.
  Vocabulary added = {};
  // Found in the text as it is; found in the parts between them once they are normalised.
  AddedTokens raw_tokens = {};
  AddedTokens normalized_tokens = {};
  // nullptr leaves the text as it is.
  std::unique_ptr<Normalizer> normalizer = nullptr;
  // nullptr leaves the text whole.
  std::unique_ptr<PreTokenizer> pre_tokenizer = nullptr;
  // Around a document.
  std::vector<int64_t> prefix = {};
  std::vector<int64_t> suffix = {};
  // Have no text.
  absl::flat_hash_set<int64_t> special = {};
  TokenDecoder decoder = {};
};

// `model` is set.
std::unique_ptr<Tokenizer> MakeBpeTokenizer(BpeTokenizerParts parts);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_BPE_TOKENIZER_H_
