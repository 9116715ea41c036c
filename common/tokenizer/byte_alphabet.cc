#include "common/tokenizer/byte_alphabet.h"

#include <array>

#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

constexpr char32_t kFirstSubstitute = 0x100;
constexpr int kSubstitutes = 68;

constexpr bool StandsForItself(int byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
  std::array<char32_t, 256> characters;
  std::array<uint8_t, kSubstitutes> substituted;
};

constexpr Alphabet MakeAlphabet() {
  Alphabet alphabet = {};
  int next = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const auto at = static_cast<size_t>(byte);
    if (StandsForItself(byte)) {
      alphabet.characters[at] = static_cast<char32_t>(byte);
    } else {
      alphabet.substituted[static_cast<size_t>(next)] = static_cast<uint8_t>(byte);
      alphabet.characters[at] = kFirstSubstitute + static_cast<char32_t>(next++);
    }
  }
  return alphabet;
}

constexpr Alphabet kAlphabet = MakeAlphabet();

}  // namespace

char32_t ByteCharacter(uint8_t byte) { return kAlphabet.characters[byte]; }

std::string ToByteAlphabet(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) AppendUtf8(ByteCharacter(static_cast<uint8_t>(byte)), text);
  return text;
}

std::optional<uint8_t> FromByteAlphabet(char32_t c) {
  if (c >= kFirstSubstitute && c < kFirstSubstitute + kSubstitutes) {
    return kAlphabet.substituted[c - kFirstSubstitute];
  }
  if (c < kFirstSubstitute && StandsForItself(static_cast<int>(c))) return static_cast<uint8_t>(c);
  return std::nullopt;
}

}  // namespace widthlab::tokenizer
