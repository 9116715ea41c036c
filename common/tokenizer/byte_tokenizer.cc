#include "common/tokenizer/byte_tokenizer.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tokenizer {
namespace {

class ByteTokenizer : public Tokenizer {
 public:
  std::string_view name() const override { return kByteTokenizerName; }
  int64_t vocabulary_size() const override { return kByteVocabularySize; }

  absl::StatusOr<std::vector<int64_t>> Encode(std::string_view text) const override {
    std::vector<int64_t> ids;
    ids.reserve(text.size() + 1);
    for (const char byte : text) ids.push_back(static_cast<unsigned char>(byte));
    return ids;
  }

  absl::StatusOr<std::vector<int64_t>> EncodeDocument(std::string_view text) const override {
    ASSIGN_OR_RETURN(std::vector<int64_t> ids, Encode(text));
    ids.insert(ids.begin(), kByteDocumentId);
    return ids;
  }

  absl::StatusOr<std::string> Decode(absl::Span<const int64_t> ids) const override {
    std::string text;
    text.reserve(ids.size());
    for (const int64_t id : ids) {
      if (id < 0 || id >= kByteVocabularySize) {
        return InvalidField("token_id", absl::StrCat(id),
                            absl::StrCat("in [0, ", kByteVocabularySize, ")"));
      }
      if (id != kByteDocumentId) text.push_back(static_cast<char>(id));
    }
    return text;
  }
};

}  // namespace

std::unique_ptr<Tokenizer> MakeByteTokenizer() { return std::make_unique<ByteTokenizer>(); }

}  // namespace widthlab::tokenizer
