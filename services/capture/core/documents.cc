#include "services/capture/core/documents.h"

#include <utility>

namespace widthlab::capture {

DocumentList::DocumentList(std::vector<tokenizer::TokenDocument> documents)
    : documents_(std::move(documents)) {}

int64_t DocumentList::Size(int64_t document) const {
  return static_cast<int64_t>(At(document).ids.size());
}

const std::string& DocumentList::Path(int64_t document) const { return At(document).path; }

void DocumentList::Append(int64_t document, int64_t begin, int64_t length,
                          std::vector<int64_t>& ids) const {
  const auto first = At(document).ids.begin() + begin;
  ids.insert(ids.end(), first, first + length);
}

}  // namespace widthlab::capture
