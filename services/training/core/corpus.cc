#include "services/training/core/corpus.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "common/status/error.h"

namespace widthlab::training {
namespace {

using tokenizer::TokenDocument;

constexpr size_t kLeastTokens = 4;

// A document's last share is held out; its first part is learned.
absl::StatusOr<Corpus> DivideOne(TokenDocument document, double share) {
  const size_t size = document.ids.size();
  if (size < kLeastTokens) {
    return InvalidFieldBecause("text", "holds too little to learn from: one document of " +
                                           std::to_string(size) + " tokens");
  }
  const auto wanted = static_cast<size_t>(std::lround(share * static_cast<double>(size)));
  const size_t held = std::clamp<size_t>(wanted, 2, size - 2);
  const auto cut = document.ids.end() - static_cast<int64_t>(held);
  Corpus corpus;
  corpus.training.assign(document.ids.begin(), cut);
  document.ids.erase(document.ids.begin(), cut);
  corpus.validation.push_back(std::move(document));
  return corpus;
}

// How many documents, in order of digest, are held out.
size_t HeldOut(const std::vector<TokenDocument>& documents, double share) {
  const auto wanted =
      static_cast<size_t>(std::lround(share * static_cast<double>(documents.size())));
  size_t held = std::clamp<size_t>(wanted, 1, documents.size() - 1);
  while (held + 1 < documents.size() && documents[held].digest == documents[held - 1].digest) {
    ++held;
  }
  return held;
}

}  // namespace

absl::StatusOr<Corpus> MakeCorpus(std::vector<TokenDocument> documents, double validation_share) {
  if (documents.empty()) return InvalidFieldBecause("text", "holds no documents");
  if (documents.size() == 1) return DivideOne(std::move(documents.front()), validation_share);
  std::sort(documents.begin(), documents.end(), [](const TokenDocument& a, const TokenDocument& b) {
    return std::tie(a.digest, a.path) < std::tie(b.digest, b.path);
  });
  const auto held = static_cast<int64_t>(HeldOut(documents, validation_share));
  std::sort(documents.begin() + held, documents.end(),
            [](const TokenDocument& a, const TokenDocument& b) { return a.path < b.path; });
  Corpus corpus;
  for (auto document = documents.begin() + held; document != documents.end(); ++document) {
    corpus.training.insert(corpus.training.end(), document->ids.begin(), document->ids.end());
  }
  documents.erase(documents.begin() + held, documents.end());
  corpus.validation = std::move(documents);
  return corpus;
}

}  // namespace widthlab::training
