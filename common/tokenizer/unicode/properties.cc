#include "common/tokenizer/unicode/properties.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "absl/types/span.h"

namespace widthlab::tokenizer {
namespace {

enum Category {
  kLu,
  kLl,
  kLt,
  kLm,
  kLo,
  kMn,
  kMc,
  kMe,
  kNd,
  kNl,
  kNo,
  kPc,
  kPd,
  kPs,
  kPe,
  kPi,
  kPf,
  kPo,
  kSm,
  kSc,
  kSk,
  kSo,
  kZs,
  kZl,
  kZp,
  kCc,
  kCf,
  kCs,
  kCo,
  kCn,
};

constexpr std::string_view kCategoryNames[] = {
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"};

// Characters from `first` to the next entry have this category.
struct CategoryStart {
  char32_t first;
  Category category;
};

struct Range {
  char32_t first;
  char32_t last;
};

constexpr CategoryStart kCategories[] = {
#include "common/tokenizer/unicode/category_table.inc"
};

constexpr Range kWord[] = {
#include "common/tokenizer/unicode/word_table.inc"
};

constexpr Range kPlainWord[] = {
#include "common/tokenizer/unicode/plain_word_table.inc"
};

constexpr Range kPunctuation[] = {
#include "common/tokenizer/unicode/punctuation_table.inc"
};

constexpr Range kHan[] = {
#include "common/tokenizer/unicode/han_table.inc"
};

constexpr Range kHiragana[] = {
#include "common/tokenizer/unicode/hiragana_table.inc"
};

constexpr Range kKatakana[] = {
#include "common/tokenizer/unicode/katakana_table.inc"
};

constexpr Range kHangul[] = {
#include "common/tokenizer/unicode/hangul_table.inc"
};

constexpr Range kWhiteSpace[] = {
    {0x9, 0xD},       {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
    {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};

CodePointSet Union(absl::Span<const Range> ranges) {
  CodePointSet set;
  for (const Range& range : ranges) set.AddRange(range.first, range.last);
  return set;
}

using Properties = std::map<std::string, CodePointSet, std::less<>>;

Properties MakeProperties() {
  Properties properties;
  constexpr size_t kCount = sizeof(kCategories) / sizeof(kCategories[0]);
  for (size_t i = 0; i < kCount; ++i) {
    const char32_t last = i + 1 < kCount ? kCategories[i + 1].first - 1 : kLastCodePoint;
    const std::string_view name = kCategoryNames[kCategories[i].category];
    properties[std::string(name)].AddRange(kCategories[i].first, last);
    properties[std::string(name.substr(0, 1))].AddRange(kCategories[i].first, last);
  }
  properties["White_Space"] = Union(kWhiteSpace);
  properties["Han"] = Union(kHan);
  properties["Hiragana"] = Union(kHiragana);
  properties["Katakana"] = Union(kKatakana);
  properties["Hangul"] = Union(kHangul);
  return properties;
}

}  // namespace

const CodePointSet& WhiteSpace() {
  static const CodePointSet& set = *new CodePointSet(Union(kWhiteSpace));
  return set;
}

const CodePointSet& WordCharacters() {
  static const CodePointSet& set = *new CodePointSet(Union(kWord));
  return set;
}

const CodePointSet& PlainWordCharacters() {
  static const CodePointSet& set = *new CodePointSet(Union(kPlainWord));
  return set;
}

const CodePointSet& Numbers() {
  static const CodePointSet& set = *FindProperty("N");
  return set;
}

const CodePointSet& Punctuation() {
  static const CodePointSet& set = *new CodePointSet(Union(kPunctuation));
  return set;
}

const CodePointSet* FindProperty(std::string_view name) {
  static const Properties& properties = *new Properties(MakeProperties());
  const auto found = properties.find(name);
  return found == properties.end() ? nullptr : &found->second;
}

}  // namespace widthlab::tokenizer
