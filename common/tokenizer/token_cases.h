// Texts and the ids that the reference gives them, from tests/data/tokenizers.
//
//   for (const TokenCase& each : ReadTokenCases("bpe-gpt2")) ...
#ifndef WIDTHLAB_COMMON_TOKENIZER_TOKEN_CASES_H_
#define WIDTHLAB_COMMON_TOKENIZER_TOKEN_CASES_H_

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

struct TokenCase {
  std::string text;
  std::vector<int64_t> ids;
  // As a document; empty where the reference does not say.
  std::vector<int64_t> document_ids;
  std::string decoded;
};

inline std::string ReadTokenizerData(const std::string& path) {
  std::ifstream file("tests/data/tokenizers/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::vector<TokenCase> ReadTokenCases(const std::string& folder) {
  std::vector<TokenCase> cases;
  for (const auto& json : nlohmann::json::parse(ReadTokenizerData(folder + "/cases.json"))) {
    TokenCase& each = cases.emplace_back();
    each.text = json.at("text").get<std::string>();
    each.ids = json.at("ids").get<std::vector<int64_t>>();
    if (json.contains("ids_with_special")) {
      each.document_ids = json.at("ids_with_special").get<std::vector<int64_t>>();
    }
    each.decoded = json.value("decoded_skip_special", json.value("decoded", ""));
  }
  return cases;
}

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_TOKEN_CASES_H_
