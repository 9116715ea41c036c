#include "common/tokenizer/tokenizer.h"

#include "common/status/macros.h"

namespace widthlab::tokenizer {

absl::StatusOr<std::vector<int64_t>> Tokenizer::EncodeDocument(std::string_view text) const {
  ASSIGN_OR_RETURN(std::vector<int64_t> ids, Encode(text));
  if (document_id().has_value()) ids.insert(ids.begin(), *document_id());
  return ids;
}

}  // namespace widthlab::tokenizer
