// The tokenizer that needs no vocabulary: one id for each byte.
//
//   std::unique_ptr<Tokenizer> tokenizer = MakeByteTokenizer();   // name() is "byte"
//
// 257 ids: 0 to 255 are the bytes themselves, 256 begins a document. Any bytes encode, valid UTF-8
// or not, and decode to what they were.
#ifndef WIDTHLAB_COMMON_TOKENIZER_BYTE_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_BYTE_TOKENIZER_H_

#include <cstdint>
#include <memory>

#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

inline constexpr char kByteTokenizerName[] = "byte";
inline constexpr int64_t kByteDocumentId = 256;
inline constexpr int64_t kByteVocabularySize = 257;

std::unique_ptr<Tokenizer> MakeByteTokenizer();

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_BYTE_TOKENIZER_H_
