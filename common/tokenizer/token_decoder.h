// Tokens back to text.
//
//   TokenDecoder decoder;                                // no steps: tokens with blanks between
//   decoder.Add(DecodeStep::kByteLevel);
//   decoder.Decode({"ĠHi", "!"})                         // " Hi!"
//
// Bytes come back as they are: ids of half a character give half a character.
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKEN_DECODER_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKEN_DECODER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::tokenizer {

struct DecodeStep {
  enum class Kind {
    kByteLevel,     // the characters of byte_alphabet.h become bytes, all tokens one text
    kByteFallback,  // <0x41> becomes A
    kFuse,          // all tokens one text
    kReplace,       // `from` becomes `to` in each token
    kStrip,         // up to `left` and `right` times `from` off the ends of each token
    kMetaspace,     // `from` becomes a blank; one in front of the first token goes with `left` = 1
    kUnknown,       // `from` names a step that we lack
  };
  Kind kind = Kind::kFuse;
  std::string from = {};
  std::string to = {};
  int left = 0;
  int right = 0;
};

class TokenDecoder {
 public:
  void Add(DecodeStep step) { steps_.push_back(std::move(step)); }

  // UNIMPLEMENTED names a step that we lack.
  absl::StatusOr<std::string> Decode(std::vector<std::string> tokens) const;

 private:
  std::vector<DecodeStep> steps_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKEN_DECODER_H_
