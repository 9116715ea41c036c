#include "common/tokenizer/gguf_rules.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/split_pattern.h"

namespace widthlab::tokenizer {
namespace {

#define WIDTHLAB_CONTRACTIONS R"((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|)"
#define WIDTHLAB_REST R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"

constexpr char kGpt2[] =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr char kLlama3[] =
    WIDTHLAB_CONTRACTIONS R"([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)" WIDTHLAB_REST;
constexpr char kQwen2[] = WIDTHLAB_CONTRACTIONS R"([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)" WIDTHLAB_REST;
// Words that begin with capitals; letters without case are both.
constexpr char kTekken[] = R"([^\r\n\p{L}\p{N}]?(?:(?=\p{L})[^a-z])*(?:(?=\p{L})[^A-Z])+|)"
                           R"([^\r\n\p{L}\p{N}]?(?:(?=\p{L})[^a-z])+(?:(?=\p{L})[^A-Z])*|)"
                           R"(\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

#undef WIDTHLAB_CONTRACTIONS
#undef WIDTHLAB_REST

struct Named {
  const char* name;
  // One after the other, each inside the pieces of the last.
  std::vector<const char*> regexes;
  bool ignore_merges = false;
  bool add_bos = false;
};

const std::vector<Named>& Rules() {
  static const auto& rules = *new std::vector<Named>{
      {"default", {R"([\p{P}\$\+<=>\^~\|]+)", kGpt2, R"(\p{N}+)", "[0-9][0-9][0-9]"}},
      {"gpt-2", {kGpt2}},
      {"phi-2", {kGpt2}},
      {"mpt", {kGpt2}},
      {"olmo", {kGpt2}},
      {"smollm", {R"(\p{N})", kGpt2}},
      {"starcoder", {R"(\p{N})", kGpt2}},
      {"refact", {R"(\p{N})", kGpt2}},
      {"command-r", {R"(\p{N})", kGpt2}},
      {"llama-bpe", {kLlama3}, /*ignore_merges=*/true, /*add_bos=*/true},
      {"llama3", {kLlama3}, /*ignore_merges=*/true, /*add_bos=*/true},
      {"llama-v3", {kLlama3}, /*ignore_merges=*/true, /*add_bos=*/true},
      {"dbrx", {kLlama3}},
      {"smaug-bpe", {kLlama3}},
      {"qwen2", {kQwen2}},
      {"deepseek-r1-qwen", {kQwen2}},
      {"stablelm2", {kQwen2}},
      {"tekken", {kTekken}, /*ignore_merges=*/true},
  };
  return rules;
}

absl::Status Unknown(std::string_view name) {
  std::string known;
  for (const Named& rule : Rules()) absl::StrAppend(&known, known.empty() ? "" : ", ", rule.name);
  return InvalidField("tokenizer.ggml.pre", name, absl::StrCat("one of ", known));
}

}  // namespace

absl::StatusOr<GgufRule> FindGgufRule(std::string_view name) {
  const auto found = std::find_if(Rules().begin(), Rules().end(),
                                  [name](const Named& rule) { return name == rule.name; });
  if (found == Rules().end()) return Unknown(name);
  std::vector<std::unique_ptr<PreTokenizer>> parts;
  for (const char* regex : found->regexes) {
    ASSIGN_OR_RETURN(SplitPattern pattern, SplitPattern::OfRegex(regex));
    parts.push_back(SplitAtPattern(std::move(pattern), SplitBehavior::kIsolated, /*invert=*/false));
  }
  parts.push_back(SplitByteLevel(/*add_prefix_space=*/false, /*use_regex=*/false));
  return GgufRule{.pre_tokenizer = SplitInTurn(std::move(parts)),
                  .ignore_merges = found->ignore_merges,
                  .add_bos = found->add_bos};
}

}  // namespace widthlab::tokenizer
