#include "common/tokenizer/unicode/normal_form.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

// From this character to the next entry.
struct ClassStart {
  char32_t first;
  uint8_t combining_class;
};

struct Range {
  char32_t first;
  char32_t last;
};

constexpr ClassStart kClasses[] = {
#include "common/tokenizer/unicode/combining_class_table.inc"
};

// Character, number of characters, those.
constexpr char32_t kCanonical[] = {
#include "common/tokenizer/unicode/canonical_table.inc"
};

constexpr char32_t kCompatibility[] = {
#include "common/tokenizer/unicode/compatibility_table.inc"
};

constexpr Range kExcluded[] = {
#include "common/tokenizer/unicode/composition_exclusion_table.inc"
};

// Syllables of Hangul are composed by arithmetic.
constexpr char32_t kSyllable = 0xAC00;
constexpr char32_t kLeading = 0x1100;
constexpr char32_t kVowel = 0x1161;
constexpr char32_t kTrailing = 0x11A7;
constexpr char32_t kLeadings = 19;
constexpr char32_t kVowels = 21;
constexpr char32_t kTrailings = 28;
constexpr char32_t kSyllables = kLeadings * kVowels * kTrailings;

using Mappings = std::unordered_map<char32_t, absl::Span<const char32_t>>;
using Pairs = std::unordered_map<uint64_t, char32_t>;

uint64_t PairKey(char32_t first, char32_t second) { return uint64_t{first} << 32 | second; }

Mappings MappingsOf(absl::Span<const char32_t> table) {
  Mappings mappings;
  for (size_t i = 0; i < table.size(); i += 2 + table[i + 1]) {
    mappings[table[i]] = table.subspan(i + 2, table[i + 1]);
  }
  return mappings;
}

const Mappings& Canonical() {
  static const Mappings& mappings = *new Mappings(MappingsOf(kCanonical));
  return mappings;
}

const Mappings& Compatibility() {
  static const Mappings& mappings = *new Mappings(MappingsOf(kCompatibility));
  return mappings;
}

bool IsExcluded(char32_t c) {
  return std::any_of(std::begin(kExcluded), std::end(kExcluded),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

Pairs MakePairs() {
  Pairs pairs;
  for (const auto& [c, mapping] : Canonical()) {
    if (mapping.size() == 2 && !IsExcluded(c)) pairs[PairKey(mapping[0], mapping[1])] = c;
  }
  return pairs;
}

uint8_t CombiningClass(char32_t c) {
  if (c < kClasses[0].first) return 0;
  const auto after =
      std::upper_bound(std::begin(kClasses), std::end(kClasses), c,
                       [](char32_t value, const ClassStart& start) { return value < start.first; });
  return std::prev(after)->combining_class;
}

void Decompose(char32_t c, bool compatible, std::vector<char32_t>& out) {
  if (c - kSyllable < kSyllables && c >= kSyllable) {
    const char32_t index = c - kSyllable;
    out.push_back(kLeading + index / (kVowels * kTrailings));
    out.push_back(kVowel + index % (kVowels * kTrailings) / kTrailings);
    if (index % kTrailings != 0) out.push_back(kTrailing + index % kTrailings);
    return;
  }
  const auto canonical = Canonical().find(c);
  if (canonical != Canonical().end()) {
    for (const char32_t part : canonical->second) Decompose(part, compatible, out);
    return;
  }
  const auto other = compatible ? Compatibility().find(c) : Compatibility().end();
  if (other == Compatibility().end()) {
    out.push_back(c);
    return;
  }
  for (const char32_t part : other->second) Decompose(part, compatible, out);
}

// Runs of combining marks by class, those of equal class in their order.
void OrderMarks(std::vector<char32_t>& text) {
  for (auto at = text.begin(); at != text.end();) {
    if (CombiningClass(*at) == 0) {
      ++at;
      continue;
    }
    const auto end =
        std::find_if(at, text.end(), [](char32_t c) { return CombiningClass(c) == 0; });
    std::stable_sort(at, end,
                     [](char32_t a, char32_t b) { return CombiningClass(a) < CombiningClass(b); });
    at = end;
  }
}

// The character that two compose to, or 0.
char32_t Composed(char32_t first, char32_t second) {
  static const Pairs& pairs = *new Pairs(MakePairs());
  if (first >= kLeading && first < kLeading + kLeadings && second >= kVowel &&
      second < kVowel + kVowels) {
    return kSyllable + ((first - kLeading) * kVowels + (second - kVowel)) * kTrailings;
  }
  if (first >= kSyllable && first < kSyllable + kSyllables &&
      (first - kSyllable) % kTrailings == 0 && second > kTrailing &&
      second < kTrailing + kTrailings) {
    return first + (second - kTrailing);
  }
  const auto found = pairs.find(PairKey(first, second));
  return found == pairs.end() ? 0 : found->second;
}

// In place: each starter takes the marks behind it that are not blocked by another.
void Compose(std::vector<char32_t>& text) {
  size_t size = 0;
  size_t starter = text.size();
  int last_class = -1;
  for (const char32_t c : text) {
    const int combining_class = CombiningClass(c);
    const bool is_reachable = starter < text.size() && last_class < combining_class;
    const char32_t composed = is_reachable ? Composed(text[starter], c) : 0;
    if (composed != 0) {
      text[starter] = composed;
      continue;
    }
    if (combining_class == 0) {
      starter = size;
      last_class = -1;
    } else {
      last_class = combining_class;
    }
    text[size++] = c;
  }
  text.resize(size);
}

}  // namespace

std::string Normalize(NormalForm form, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; })) {
    return std::string(text);
  }
  const bool compatible = form == NormalForm::kKC || form == NormalForm::kKD;
  std::vector<char32_t> points;
  points.reserve(text.size());
  for (size_t at = 0; at < text.size();) Decompose(NextCodePoint(text, at), compatible, points);
  OrderMarks(points);
  if (form == NormalForm::kC || form == NormalForm::kKC) Compose(points);
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : points) AppendUtf8(c, out);
  return out;
}

}  // namespace widthlab::tokenizer
