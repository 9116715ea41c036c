// The 256 bytes as printable characters, as GPT-2's vocabulary spells them.
//
//   ToByteAlphabet(" é")          // "ĠÃ©"
//   FromByteAlphabet(U'Ġ')        // 0x20
//
// Printable characters of Latin-1 stand for themselves; the other 68 bytes, in ascending order, are
// the characters from U+0100 on.
#ifndef WIDTHLAB_COMMON_TOKENIZER_BYTE_ALPHABET_H_
#define WIDTHLAB_COMMON_TOKENIZER_BYTE_ALPHABET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace widthlab::tokenizer {

char32_t ByteCharacter(uint8_t byte);

std::string ToByteAlphabet(std::string_view bytes);

// nullopt for a character that stands for no byte.
std::optional<uint8_t> FromByteAlphabet(char32_t c);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_BYTE_ALPHABET_H_
