// The forms in which other tools keep token ids, and the words that name them in a spec.
//
//   const std::optional<TokenFormat> format = TokenFormatOf("llm_c");
//   TokenFormatWord(*format);   // "llm_c"
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_FORMAT_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_FORMAT_H_

#include <optional>
#include <string>
#include <string_view>

namespace widthlab::tensor_io {

enum class TokenFormat {
  // A header of 256 int32, then uint16 (GPT-2) or uint32 (Llama 3).
  kLlmC,
  // No header: uint16, or uint32.
  kNanoGpt,
  kNanoGptU32,
  // A .bin of ids, and an .idx that says where sequences and documents lie in it.
  kMegatron,
  // An object a line, with a text or a list of ids.
  kJsonl,
};

// "llm_c", "nanogpt", "nanogpt_u32", "megatron", "jsonl".
std::string_view TokenFormatWord(TokenFormat format);

// nullopt for any other word.
std::optional<TokenFormat> TokenFormatOf(std::string_view word);

// Media type of an artifact's file of this format: "application/vnd.widthlab.tokens.llm_c".
std::string TokenMediaType(TokenFormat format);

// nullopt for the media type of anything else.
std::optional<TokenFormat> TokenFormatOfMediaType(std::string_view media_type);

// All words, for an error.
std::string TokenFormatWords();

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_TOKEN_FORMAT_H_
