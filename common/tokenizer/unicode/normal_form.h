// Unicode's four normal forms.
//
//   Normalize(NormalForm::kC, "e\u0301")      // "é"
//
// Unicode 16 (UAX #15). Linear in the text but for runs of combining marks, which are sorted. Text
// of ASCII only comes back as it is.
#ifndef WIDTHLAB_COMMON_TOKENIZER_UNICODE_NORMAL_FORM_H_
#define WIDTHLAB_COMMON_TOKENIZER_UNICODE_NORMAL_FORM_H_

#include <string>
#include <string_view>

namespace widthlab::tokenizer {

enum class NormalForm { kC, kD, kKC, kKD };

// `text` is valid UTF-8.
std::string Normalize(NormalForm form, std::string_view text);

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_UNICODE_NORMAL_FORM_H_
