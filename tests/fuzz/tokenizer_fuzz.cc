// tokenizer.json and SentencePiece models: any bytes are a tokenizer or an error, and any tokenizer
// takes any text.
#include <cstdint>
#include <string>
#include <string_view>

#include "common/tokenizer/model_tokenizer.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {
namespace {

constexpr char kText[] = "<s> Hello, W\u00f6rld 123\r\n\t  \u6f22\u5b57 \U0001F600 abab</s>";

// A field of a protocol buffer, shorter than 128 bytes.
std::string Bytes(int number, const std::string& value) {
  return std::string(1, static_cast<char>(number << 3 | 2)) +
         std::string(1, static_cast<char>(value.size())) + value;
}

std::string Piece(const std::string& text, const std::string& score, char type) {
  return Bytes(1, Bytes(1, text) + std::string("\x15") + score + std::string("\x18") + type);
}

std::string SentencePieces(char kind) {
  const std::string none(4, '\0');
  const std::string low("\0\0\x40\xC0", 4);
  return Piece("<unk>", none, 2) + Piece("<s>", none, 3) + Piece("a", low, 1) + Piece("b", low, 1) +
         Piece("ab", low, 4) + Piece("lo", low, 5) + Piece("l", low, 1) + Piece("o", low, 1) +
         Piece("\u2581", low, 1) + Bytes(2, std::string("\x18") + kind);
}

}  // namespace

std::vector<std::string> Seeds() {
  return {
      SentencePieces(1),
      SentencePieces(2),
      R"json({"version": "1.0", "added_tokens": [{"id": 6, "content": "<s>", "lstrip": true,
      "rstrip": true, "single_word": false, "normalized": false, "special": true}],
      "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Replace",
      "pattern": {"String": " "}, "content": "_"}]},
      "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split",
      "pattern": {"Regex": "\\p{N}{1,3}|[^\\s\\p{L}]?\\p{L}+|\\s+(?!\\S)|\\s+"},
      "behavior": "Isolated", "invert": false}, {"type": "ByteLevel", "use_regex": true}]},
      "post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>",
      "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}], "special_tokens": {"<s>":
      {"id": "<s>", "ids": [6], "tokens": ["<s>"]}}}, "decoder": {"type": "ByteLevel"},
      "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5},
      "merges": ["a b", ["b", "c"], "ab c"]}})json",
  };
}

}  // namespace widthlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = widthlab::tokenizer::ParseTokenizer(bytes);
  if (!tokenizer.ok()) return 0;
  const auto ids = (*tokenizer)->EncodeDocument(widthlab::fuzz::kText);
  // A regular expression may give up; ids are the tokenizer's own.
  if (!ids.ok()) return 0;
  for (const int64_t id : *ids) {
    FUZZ_CHECK(id >= 0 && id < (*tokenizer)->vocabulary_size());
  }
  (void)(*tokenizer)->Decode(*ids);
  return 0;
}
