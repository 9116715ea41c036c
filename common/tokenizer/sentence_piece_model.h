// What a SentencePiece tokenizer.model holds.
//
//   ASSIGN_OR_RETURN(SentencePieceModel model, ParseSentencePieceModel(bytes));
//   model.pieces[5].text      // "▁the"
//
// The file is a protocol buffer; its few fields that matter are read here, and the others passed
// over. (Debian's library is not used: it exports a protobuf runtime of its own, which does not go
// into one process with ours.) Safe on any bytes; memory follows the file.
#ifndef WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_MODEL_H_
#define WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_MODEL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::tokenizer {

struct SentencePiece {
  enum class Type {
    kNormal = 1,
    kUnknown = 2,
    kControl = 3,
    kUserDefined = 4,
    kUnused = 5,
    kByte = 6
  };
  std::string text = {};
  float score = 0;
  Type type = Type::kNormal;
};

struct SentencePieceModel {
  enum class Kind { kUnigram = 1, kBpe = 2 };

  // By id.
  std::vector<SentencePiece> pieces = {};
  Kind kind = Kind::kUnigram;
  bool byte_fallback = false;
  bool whitespace_as_suffix = false;
  // Begin and end of a document; -1 where there is none.
  int64_t bos_id = 1;
  int64_t eos_id = 2;
  // The normaliser: its rules (sentence_piece_normalizer.h), and what it does with blanks.
  std::string rules = {};
  bool add_dummy_prefix = true;
  bool remove_extra_whitespaces = true;
  bool escape_whitespaces = true;
};

// INVALID_ARGUMENT on field "tokenizer" for bytes that are no such file, and for a model that is
// neither unigram nor BPE.
absl::StatusOr<SentencePieceModel> ParseSentencePieceModel(std::string_view bytes);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_SENTENCE_PIECE_MODEL_H_
