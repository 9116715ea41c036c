#include "common/tokenizer/unicode/code_point_set.h"

#include <algorithm>

namespace widthlab::tokenizer {
namespace {

constexpr uint16_t kEmptyPage = 0;
constexpr uint16_t kFullPage = 1;

}  // namespace

CodePointSet::CodePointSet() : page_of_(kPages, kEmptyPage), pages_(2) {
  pages_[kFullPage].fill(~uint64_t{0});
}

CodePointSet::Page& CodePointSet::OwnPage(size_t index) {
  if (page_of_[index] <= kFullPage) {
    pages_.push_back(pages_[page_of_[index]]);
    page_of_[index] = static_cast<uint16_t>(pages_.size() - 1);
  }
  return pages_[page_of_[index]];
}

void CodePointSet::AddRange(char32_t first, char32_t last) {
  for (char32_t c = first; c <= last;) {
    const size_t index = c >> 8;
    const char32_t end = std::min<char32_t>(last, c | 0xFF);
    if ((c & 0xFF) == 0 && (end & 0xFF) == 0xFF) {
      page_of_[index] = kFullPage;
    } else if (page_of_[index] != kFullPage) {
      Page& page = OwnPage(index);
      for (char32_t i = c; i <= end; ++i) page[(i & 0xFF) >> 6] |= uint64_t{1} << (i & 63);
    }
    c = end + 1;
  }
}

void CodePointSet::Add(const CodePointSet& other) {
  for (size_t index = 0; index < kPages; ++index) {
    if (other.page_of_[index] == kEmptyPage || page_of_[index] == kFullPage) continue;
    if (other.page_of_[index] == kFullPage) {
      page_of_[index] = kFullPage;
      continue;
    }
    Page& page = OwnPage(index);
    const Page& from = other.pages_[other.page_of_[index]];
    for (size_t i = 0; i < page.size(); ++i) page[i] |= from[i];
  }
}

void CodePointSet::Invert() {
  for (Page& page : pages_) {
    for (uint64_t& bits : page) bits = ~bits;
  }
  std::swap(pages_[kEmptyPage], pages_[kFullPage]);
  for (uint16_t& page : page_of_) {
    if (page <= kFullPage) page = static_cast<uint16_t>(kFullPage - page);
  }
}

}  // namespace widthlab::tokenizer
