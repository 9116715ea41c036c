#include "common/tokenizer/sentence_piece_model.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"
#include "common/tokenizer/vocabulary.h"

namespace widthlab::tokenizer {
namespace {

absl::Status Broken(std::string_view message) {
  return InvalidFieldBecause("tokenizer",
                             absl::StrCat("is no SentencePiece model: ", std::string(message)));
}

// One field of a message: its number, and its value as a number or as bytes.
struct Field {
  uint32_t number = 0;
  uint64_t value = 0;
  std::string_view bytes = {};
};

// Fields of one message, one after the other.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  bool AtEnd() const { return bytes_.empty(); }

  absl::Status Next(Field& field) {
    uint64_t tag = 0;
    RETURN_IF_ERROR(Varint(tag));
    field = {};
    field.number = static_cast<uint32_t>(tag >> 3);
    switch (tag & 7) {
      case 0:
        return Varint(field.value);
      case 1:
        return Fixed(8, field.value);
      case 2: {
        uint64_t size = 0;
        RETURN_IF_ERROR(Varint(size));
        if (size > bytes_.size()) return Broken("a field goes beyond the end");
        field.bytes = bytes_.substr(0, static_cast<size_t>(size));
        bytes_.remove_prefix(static_cast<size_t>(size));
        return absl::OkStatus();
      }
      case 5:
        return Fixed(4, field.value);
      default:
        return Broken("a field of no known kind");
    }
  }

 private:
  absl::Status Varint(uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (bytes_.empty()) return Broken("it ends inside a number");
      const uint64_t byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80) return absl::OkStatus();
    }
    return Broken("a number that is too long");
  }

  absl::Status Fixed(size_t size, uint64_t& value) {
    if (bytes_.size() < size) return Broken("it ends inside a number");
    value = 0;
    std::memcpy(&value, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return absl::OkStatus();
  }

  std::string_view bytes_;
};

absl::Status ForEachField(std::string_view message,
                          const std::function<absl::Status(const Field&)>& use) {
  FieldReader reader(message);
  Field field;
  while (!reader.AtEnd()) {
    RETURN_IF_ERROR(reader.Next(field));
    RETURN_IF_ERROR(use(field));
  }
  return absl::OkStatus();
}

float FloatOf(uint64_t bits) {
  const auto narrow = static_cast<uint32_t>(bits);
  float value = 0;
  std::memcpy(&value, &narrow, sizeof(value));
  return value;
}

absl::Status ReadPiece(std::string_view message, SentencePieceModel& model) {
  SentencePiece piece;
  RETURN_IF_ERROR(ForEachField(message, [&piece](const Field& field) {
    if (field.number == 1) piece.text = std::string(field.bytes);
    if (field.number == 2) piece.score = FloatOf(field.value);
    if (field.number != 3) return absl::OkStatus();
    if (field.value < 1 || field.value > 6) return Broken("a piece of no known type");
    piece.type = static_cast<SentencePiece::Type>(field.value);
    return absl::OkStatus();
  }));
  const std::string place = absl::StrCat("piece ", model.pieces.size());
  if (piece.text.empty()) return Broken(absl::StrCat(place, " is empty"));
  if (piece.type == SentencePiece::Type::kByte && piece.text.size() != 6) {
    return Broken(absl::StrCat(place, " is a byte, but not of the form <0x41>"));
  }
  if (!std::isfinite(piece.score)) return Broken(absl::StrCat(place, " has no finite score"));
  if (FirstInvalidByte(piece.text) != std::string_view::npos) {
    return Broken(absl::StrCat(place, " is not UTF-8"));
  }
  if (model.pieces.size() == Vocabulary::kMaxSize) return Broken("too many pieces");
  model.pieces.push_back(std::move(piece));
  return absl::OkStatus();
}

absl::Status ReadTrainer(std::string_view message, SentencePieceModel& model) {
  uint64_t kind = 1;
  RETURN_IF_ERROR(ForEachField(message, [&](const Field& field) {
    if (field.number == 3) kind = field.value;
    if (field.number == 24) model.whitespace_as_suffix = field.value != 0;
    if (field.number == 35) model.byte_fallback = field.value != 0;
    if (field.number == 41) model.bos_id = static_cast<int32_t>(field.value);
    if (field.number == 42) model.eos_id = static_cast<int32_t>(field.value);
    return absl::OkStatus();
  }));
  if (kind != 1 && kind != 2) {
    return InvalidField("tokenizer.model_type", absl::StrCat(kind),
                        "1 (unigram) or 2 (BPE), the kinds that are supported");
  }
  model.kind = static_cast<SentencePieceModel::Kind>(kind);
  return absl::OkStatus();
}

absl::Status ReadNormalizer(std::string_view message, SentencePieceModel& model) {
  return ForEachField(message, [&model](const Field& field) {
    if (field.number == 2) model.rules = std::string(field.bytes);
    if (field.number == 3) model.add_dummy_prefix = field.value != 0;
    if (field.number == 4) model.remove_extra_whitespaces = field.value != 0;
    if (field.number == 5) model.escape_whitespaces = field.value != 0;
    return absl::OkStatus();
  });
}

}  // namespace

absl::StatusOr<SentencePieceModel> ParseSentencePieceModel(std::string_view bytes) {
  SentencePieceModel model;
  RETURN_IF_ERROR(ForEachField(bytes, [&model](const Field& field) {
    if (field.number == 1) return ReadPiece(field.bytes, model);
    if (field.number == 2) return ReadTrainer(field.bytes, model);
    if (field.number == 3) return ReadNormalizer(field.bytes, model);
    return absl::OkStatus();
  }));
  if (model.pieces.empty()) return Broken("it has no pieces");
  return model;
}

}  // namespace widthlab::tokenizer
