// One document as token ids.
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKEN_DOCUMENT_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKEN_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace widthlab::tokenizer {

struct TokenDocument {
  // Path of the document in its artifact.
  std::string path = {};
  // SHA-256 of its text, in hexadecimal.
  std::string digest = {};
  // With the special tokens that the model puts around a document.
  std::vector<uint32_t> ids = {};
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKEN_DOCUMENT_H_
