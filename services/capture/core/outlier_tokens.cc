#include "services/capture/core/outlier_tokens.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "common/spec/json_string.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kTokensBefore = 8;
constexpr char kReplacement[] = "\xEF\xBF\xBD";

// The text of some tokens; what is left of a character that begins before them is taken away.
std::string Decoded(const tokenizer::Tokenizer& tokenizer, absl::Span<const int64_t> ids) {
  const absl::StatusOr<std::string> text = tokenizer.Decode(ids);
  if (!text.ok()) return "";
  for (size_t begin = 0; begin < std::min<size_t>(text->size(), 4); ++begin) {
    if (spec::IsUtf8(std::string_view(*text).substr(begin))) return text->substr(begin);
  }
  return text->empty() ? "" : kReplacement;
}

}  // namespace

void NameOutliers(const Cloud& cloud, const TokenText& text, v1::ActivationsSummary& summary) {
  for (v1::LayerOutliers& layer : *summary.mutable_outliers()) {
    for (v1::OutlierToken& token : *layer.mutable_top_tokens()) {
      const auto row = static_cast<size_t>(token.row());
      token.set_sequence(cloud.sequence[row]);
      token.set_position(cloud.position[row]);
      token.set_token_id(cloud.token_id[row]);
      if (text.tokenizer == nullptr) continue;
      const int64_t at = text.offsets[static_cast<size_t>(token.sequence())] + token.position();
      const int64_t before = std::min(kTokensBefore, token.position());
      token.set_text(Decoded(*text.tokenizer, text.ids.subspan(static_cast<size_t>(at), 1)));
      token.set_text_before(
          Decoded(*text.tokenizer,
                  text.ids.subspan(static_cast<size_t>(at - before), static_cast<size_t>(before))));
    }
  }
}

}  // namespace widthlab::capture
