#include "common/tokenizer/pre_tokenizer.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_alphabet.h"
#include "common/tokenizer/unicode/properties.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

// Letters, digits or other signs with the blank in front; of blanks before a word all but the last.
constexpr char kGpt2Regex[] =
    R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

// Whether `part` is the begin of a piece that begins the text.
bool Begins(const TextPiece& piece, std::string_view part) {
  return piece.begins_text && part.data() == piece.text.data();
}

class InTurn : public PreTokenizer {
 public:
  explicit InTurn(std::vector<std::unique_ptr<PreTokenizer>> parts) : parts_(std::move(parts)) {}

  absl::Status Split(const TextPiece& piece, PieceSink sink) const override {
    return From(0, piece, sink);
  }

 private:
  absl::Status From(size_t index, const TextPiece& piece, PieceSink sink) const {
    if (index == parts_.size()) return sink(piece);
    return parts_[index]->Split(piece,
                                [&](const TextPiece& part) { return From(index + 1, part, sink); });
  }

  const std::vector<std::unique_ptr<PreTokenizer>> parts_;
};

class AtPattern : public PreTokenizer {
 public:
  AtPattern(SplitPattern pattern, SplitBehavior behavior, bool invert)
      : pattern_(std::move(pattern)), behavior_(behavior), invert_(invert) {}

  absl::Status Split(const TextPiece& piece, PieceSink sink) const override {
    return pattern_.Split(piece.text, behavior_, invert_,
                          [&](std::string_view part) { return sink({part, Begins(piece, part)}); });
  }

 private:
  const SplitPattern pattern_;
  const SplitBehavior behavior_;
  const bool invert_;
};

class ByteLevel : public PreTokenizer {
 public:
  ByteLevel(bool add_prefix_space, bool use_regex)
      : add_prefix_space_(add_prefix_space),
        use_regex_(use_regex),
        pattern_(*SplitPattern::OfRegex(kGpt2Regex)) {}

  absl::Status Split(const TextPiece& piece, PieceSink sink) const override {
    TextPiece spaced = piece;
    std::string with_space;
    if (add_prefix_space_ && piece.text.front() != ' ') {
      with_space.append(" ").append(piece.text);
      spaced.text = with_space;
    }
    const auto emit = [&](std::string_view part) {
      const std::string spelt = ToByteAlphabet(part);
      return sink({spelt, Begins(spaced, part)});
    };
    if (!use_regex_) return emit(spaced.text);
    return pattern_.Split(spaced.text, SplitBehavior::kIsolated, /*invert=*/false, emit);
  }

 private:
  const bool add_prefix_space_;
  const bool use_regex_;
  const SplitPattern pattern_;
};

class IntoWords : public PreTokenizer {
 public:
  absl::Status Split(const TextPiece& piece, PieceSink sink) const override {
    const std::string_view text = piece.text;
    size_t begin = 0;
    Kind kind = Kind::kBlank;
    for (size_t at = 0; at < text.size();) {
      const size_t here = at;
      const Kind next = KindOf(NextCodePoint(text, at));
      if (next == kind) continue;
      if (kind != Kind::kBlank) {
        const std::string_view part = text.substr(begin, here - begin);
        RETURN_IF_ERROR(sink({part, Begins(piece, part)}));
      }
      begin = here;
      kind = next;
    }
    if (kind == Kind::kBlank) return absl::OkStatus();
    return sink({text.substr(begin), piece.begins_text && begin == 0});
  }

 private:
  enum class Kind { kBlank, kWord, kOther };

  static Kind KindOf(char32_t c) {
    if (PlainWordCharacters().Contains(c)) return Kind::kWord;
    return WhiteSpace().Contains(c) ? Kind::kBlank : Kind::kOther;
  }
};

class Metaspace : public PreTokenizer {
 public:
  Metaspace(std::string replacement, PrependScheme prepend, bool split)
      : replacement_(std::move(replacement)),
        prepend_(prepend),
        split_(split),
        pattern_(SplitPattern::OfLiteral(replacement_)) {}

  absl::Status Split(const TextPiece& piece, PieceSink sink) const override {
    std::string text = absl::StrReplaceAll(std::string(piece.text), {{" ", replacement_}});
    const bool wanted = prepend_ == PrependScheme::kAlways ||
                        (prepend_ == PrependScheme::kFirst && piece.begins_text);
    if (wanted && !absl::StartsWith(text, replacement_)) text.insert(0, replacement_);
    const TextPiece replaced = {text, piece.begins_text};
    if (!split_) return sink(replaced);
    return pattern_.Split(
        text, SplitBehavior::kMergedWithNext, /*invert=*/false,
        [&](std::string_view part) { return sink({part, Begins(replaced, part)}); });
  }

 private:
  const std::string replacement_;
  const PrependScheme prepend_;
  const bool split_;
  const SplitPattern pattern_;
};

}  // namespace

std::unique_ptr<PreTokenizer> SplitInTurn(std::vector<std::unique_ptr<PreTokenizer>> parts) {
  return std::make_unique<InTurn>(std::move(parts));
}

std::unique_ptr<PreTokenizer> SplitAtPattern(SplitPattern pattern, SplitBehavior behavior,
                                             bool invert) {
  return std::make_unique<AtPattern>(std::move(pattern), behavior, invert);
}

std::unique_ptr<PreTokenizer> SplitByteLevel(bool add_prefix_space, bool use_regex) {
  return std::make_unique<ByteLevel>(add_prefix_space, use_regex);
}

std::unique_ptr<PreTokenizer> SplitIntoWords() { return std::make_unique<IntoWords>(); }

std::unique_ptr<PreTokenizer> SplitMetaspace(std::string replacement, PrependScheme prepend,
                                             bool split) {
  return std::make_unique<Metaspace>(std::move(replacement), prepend, split);
}

}  // namespace widthlab::tokenizer
