// Rewrites text before it is cut into pieces.
//
//   std::unique_ptr<Normalizer> normalizer = NormalizeInTurn({...});
//   ASSIGN_OR_RETURN(std::string text, normalizer->Normalize("Hi you"));     // "▁Hi▁you"
//
// Immutable: calls from several threads are fine.
#ifndef WIDTHLAB_COMMON_TOKENIZER_NORMALIZER_H_
#define WIDTHLAB_COMMON_TOKENIZER_NORMALIZER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tokenizer/split_pattern.h"
#include "common/tokenizer/unicode/normal_form.h"

namespace widthlab::tokenizer {

class Normalizer {
 public:
  virtual ~Normalizer() = default;

  // `text` is valid UTF-8, and so is the answer. Errors: a regular expression that gives up.
  virtual absl::StatusOr<std::string> Normalize(std::string_view text) const = 0;
};

std::unique_ptr<Normalizer> NormalizeInTurn(std::vector<std::unique_ptr<Normalizer>> parts);
std::unique_ptr<Normalizer> NormalizeToForm(NormalForm form);
std::unique_ptr<Normalizer> NormalizeByReplacing(SplitPattern pattern, std::string replacement);

// In front of every text that is not empty.
std::unique_ptr<Normalizer> NormalizeByPrepending(std::string prefix);

// White space off the left and right ends.
std::unique_ptr<Normalizer> NormalizeByStripping(bool left, bool right);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_NORMALIZER_H_
