// A set of Unicode characters, asked about once for each character of a text.
//
//   CodePointSet set;
//   set.AddRange('0', '9');
//   set.Add(WhiteSpaceSet());
//   set.Contains(U'\u00A0')    // true
//
// A bitmap in pages of 256 characters, of which equal full and empty ones are shared. Cheap to copy
// and to ask; immutable sets may be asked from several threads.
#ifndef WIDTHLAB_COMMON_TOKENIZER_UNICODE_CODE_POINT_SET_H_
#define WIDTHLAB_COMMON_TOKENIZER_UNICODE_CODE_POINT_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace widthlab::tokenizer {

inline constexpr char32_t kLastCodePoint = 0x10FFFF;

class CodePointSet {
 public:
  // Empty.
  CodePointSet();

  bool Contains(char32_t c) const {
    const Page& page = pages_[page_of_[c >> 8]];
    return (page[(c & 0xFF) >> 6] >> (c & 63) & 1) != 0;
  }

  // Both ends belong to the range; first <= last <= kLastCodePoint.
  void AddRange(char32_t first, char32_t last);
  void AddOne(char32_t c) { AddRange(c, c); }
  void Add(const CodePointSet& other);
  void Invert();

 private:
  using Page = std::array<uint64_t, 4>;
  static constexpr size_t kPages = (kLastCodePoint + 1) / 256;

  // A page that nothing else refers to.
  Page& OwnPage(size_t index);

  // pages_[0] is empty, pages_[1] full.
  std::vector<uint16_t> page_of_;
  std::vector<Page> pages_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_UNICODE_CODE_POINT_SET_H_
