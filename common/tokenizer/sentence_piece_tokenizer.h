// A tokenizer from SentencePiece's tokenizer.model: unigram or BPE.
//
//   ASSIGN_OR_RETURN(auto tokenizer, MakeSentencePieceTokenizer(bytes, {.add_bos = true}));
//
// The ids are those of the library. Control pieces (<s>, </s>) that stand in a text are plain text.
#ifndef WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_TOKENIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_TOKENIZER_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tokenizer/tokenizer.h"

namespace widthlab::tokenizer {

inline constexpr char kSentencePieceName[] = "tokenizer.model";

// What goes around a document. The file itself does not say; a model's tokenizer_config.json does.
struct SentencePieceFrame {
  bool add_bos = false;
  bool add_eos = false;
};

// INVALID_ARGUMENT on field "tokenizer", or on "add_bos_token" where the model has no such piece.
absl::StatusOr<std::unique_ptr<Tokenizer>> MakeSentencePieceTokenizer(std::string_view bytes,
                                                                      SentencePieceFrame frame);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_TOKENIZER_H_
