#include "common/tokenizer/regex/regex_syntax.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/regex/regex_set.h"
#include "common/tokenizer/regex/regex_text.h"

namespace widthlab::tokenizer {
namespace {

using Kind = RegexNode::Kind;
using Greed = RegexNode::Greed;

constexpr int kMaxCount = 1000;

RegexNode Leaf(Kind kind) {
  RegexNode node;
  node.kind = kind;
  return node;
}

RegexNode CharNode(char32_t c) {
  RegexNode node = Leaf(Kind::kChar);
  node.character = c;
  return node;
}

RegexNode SetNode(CodePointSet set) {
  RegexNode node = Leaf(Kind::kSet);
  node.set = std::make_shared<const CodePointSet>(std::move(set));
  return node;
}

RegexNode Around(Kind kind, RegexNode child) {
  RegexNode node = Leaf(kind);
  node.children.push_back(std::move(child));
  return node;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : text_(pattern) {}

  absl::StatusOr<RegexNode> Parse() {
    ASSIGN_OR_RETURN(RegexNode tree, Alternatives(0));
    if (!text_.AtEnd()) return text_.Error("')' without '('");
    return tree;
  }

 private:
  // Up to a closing bracket or the end. Options set inside end with it.
  absl::StatusOr<RegexNode> Alternatives(int depth) {
    if (depth > kMaxRegexDepth) {
      return text_.Error(absl::StrCat("groups more than ", kMaxRegexDepth, " deep"));
    }
    const bool ignore_case = ignore_case_;
    RegexNode either = Leaf(Kind::kAlternative);
    do {
      ASSIGN_OR_RETURN(either.children.emplace_back(), Sequence(depth));
    } while (text_.Take('|'));
    ignore_case_ = ignore_case;
    if (either.children.size() > 1) return either;
    RegexNode only = std::move(either.children.front());
    return only;
  }

  absl::StatusOr<RegexNode> Sequence(int depth) {
    RegexNode sequence = Leaf(Kind::kSequence);
    while (!text_.AtEnd() && text_.Peek() != '|' && text_.Peek() != ')') {
      ASSIGN_OR_RETURN(RegexNode atom, Atom(depth));
      ASSIGN_OR_RETURN(sequence.children.emplace_back(), Quantified(std::move(atom)));
    }
    return sequence;
  }

  absl::StatusOr<RegexNode> Atom(int depth) {
    const char32_t c = text_.Next();
    switch (c) {
      case '(':
        return Group(depth + 1);
      case '[': {
        ASSIGN_OR_RETURN(CodePointSet set, ParseRegexSet(text_, ignore_case_));
        return SetNode(std::move(set));
      }
      case '.': {
        CodePointSet set;
        set.AddOne('\n');
        set.Invert();
        return SetNode(std::move(set));
      }
      case '^':
        return Leaf(Kind::kLineBegin);
      case '$':
        return Leaf(Kind::kLineEnd);
      case '\\':
        return Escape();
      case '*':
      case '+':
      case '?':
        return text_.Error("a quantifier with nothing before it");
      default:
        return Literal(c);
    }
  }

  absl::StatusOr<RegexNode> Escape() {
    if (text_.Take('A')) return Leaf(Kind::kTextBegin);
    if (text_.Take('z')) return Leaf(Kind::kTextEnd);
    ASSIGN_OR_RETURN(RegexEscape escape, ParseRegexEscape(text_));
    if (escape.set.has_value()) return SetNode(*std::move(escape.set));
    return Literal(escape.character);
  }

  absl::StatusOr<RegexNode> Literal(char32_t c) {
    if (!ignore_case_) return CharNode(c);
    CodePointSet set;
    set.AddOne(c);
    if (!AddOtherCase(c, set)) return text_.Error("letters beyond ASCII without regard to case");
    return SetNode(std::move(set));
  }

  // Behind '('.
  absl::StatusOr<RegexNode> Group(int depth) {
    if (!text_.Take('?')) return Closed(depth);
    if (text_.Take(':')) return Closed(depth);
    if (text_.Take('=')) return Look(depth, /*behind=*/false, /*negative=*/false);
    if (text_.Take('!')) return Look(depth, /*behind=*/false, /*negative=*/true);
    if (text_.Take('>')) {
      ASSIGN_OR_RETURN(RegexNode inner, Closed(depth));
      return Around(Kind::kAtomic, std::move(inner));
    }
    if (text_.Take('<')) {
      if (text_.Take('=')) return Look(depth, /*behind=*/true, /*negative=*/false);
      if (text_.Take('!')) return Look(depth, /*behind=*/true, /*negative=*/true);
      return text_.Error("named groups");
    }
    return OptionGroup(depth);
  }

  // (?i:...), or (?i) for the rest of the group around it.
  absl::StatusOr<RegexNode> OptionGroup(int depth) {
    const bool on = !text_.Take('-');
    if (!text_.Take('i')) return text_.Error("the kind of group that begins with (?");
    const bool before = std::exchange(ignore_case_, on);
    if (text_.Take(')')) return Leaf(Kind::kEmpty);
    if (!text_.Take(':')) return text_.Error("options other than i");
    ASSIGN_OR_RETURN(RegexNode inner, Closed(depth));
    ignore_case_ = before;
    return inner;
  }

  absl::StatusOr<RegexNode> Look(int depth, bool behind, bool negative) {
    ASSIGN_OR_RETURN(RegexNode inner, Closed(depth));
    if (behind && !IsOneCharacter(inner)) {
      return text_.Error("a look behind at anything but one character");
    }
    RegexNode look = Around(Kind::kLook, std::move(inner));
    look.behind = behind;
    look.negative = negative;
    return look;
  }

  absl::StatusOr<RegexNode> Closed(int depth) {
    ASSIGN_OR_RETURN(RegexNode inner, Alternatives(depth));
    if (!text_.Take(')')) return text_.Error("'(' without ')'");
    return inner;
  }

  static bool IsOneCharacter(const RegexNode& node) {
    if (node.kind == Kind::kChar || node.kind == Kind::kSet) return true;
    const bool is_list = node.kind == Kind::kAlternative ||
                         (node.kind == Kind::kSequence && node.children.size() == 1);
    return is_list && std::all_of(node.children.begin(), node.children.end(), IsOneCharacter);
  }

  // All quantifiers behind an atom: each repeats what stands before it.
  absl::StatusOr<RegexNode> Quantified(RegexNode atom) {
    for (int nested = 0;; ++nested) {
      ASSIGN_OR_RETURN(const std::optional<RegexNode> repeat, Quantifier());
      if (!repeat.has_value()) return atom;
      if (nested == kMaxRegexDepth) return text_.Error("that many quantifiers in a row");
      if (CanBeEmpty(atom) && repeat->most != 1) {
        return text_.Error("a repeat of what may be empty");
      }
      RegexNode around = *repeat;
      around.children.push_back(std::move(atom));
      atom = std::move(around);
    }
  }

  absl::StatusOr<std::optional<RegexNode>> Quantifier() {
    RegexNode repeat = Leaf(Kind::kRepeat);
    if (text_.Take('*')) {
    } else if (text_.Take('+')) {
      repeat.least = 1;
    } else if (text_.Take('?')) {
      repeat.most = 1;
    } else {
      return Counted();
    }
    if (text_.Take('?')) {
      repeat.greed = Greed::kLazy;
    } else if (text_.Take('+')) {
      repeat.greed = Greed::kPossessive;
    }
    return repeat;
  }

  // {n}, {n,}, {,m}, {n,m}; a brace that begins none of them is a literal.
  absl::StatusOr<std::optional<RegexNode>> Counted() {
    const size_t begin = text_.position();
    if (!text_.Take('{')) return std::nullopt;
    const std::optional<int> low = text_.Number(kMaxCount);
    const bool is_range = text_.Take(',');
    const std::optional<int> high = is_range ? text_.Number(kMaxCount) : low;
    if (!text_.Take('}') || (!low.has_value() && !high.has_value())) {
      text_.Return(begin);
      return std::nullopt;
    }
    RegexNode repeat = Leaf(Kind::kRepeat);
    repeat.least = low.value_or(0);
    repeat.most = high.value_or(kUnlimited);
    if (repeat.least > kMaxCount || repeat.most > kMaxCount ||
        (repeat.most != kUnlimited && repeat.most < repeat.least)) {
      return text_.Error(absl::StrCat("counts that fall, or above ", kMaxCount));
    }
    // Behind {n} a question mark is a quantifier of its own.
    if (is_range && text_.Take('?')) repeat.greed = Greed::kLazy;
    return repeat;
  }

  RegexText text_;
  bool ignore_case_ = false;
};

}  // namespace

bool CanBeEmpty(const RegexNode& node) {
  switch (node.kind) {
    case Kind::kChar:
    case Kind::kSet:
      return false;
    case Kind::kAlternative:
      return std::any_of(node.children.begin(), node.children.end(), CanBeEmpty);
    case Kind::kSequence:
      return std::all_of(node.children.begin(), node.children.end(), CanBeEmpty);
    case Kind::kRepeat:
      return node.least == 0 || CanBeEmpty(node.children.front());
    case Kind::kAtomic:
      return CanBeEmpty(node.children.front());
    default:
      return true;
  }
}

absl::StatusOr<RegexNode> ParseRegex(std::string_view pattern) { return Parser(pattern).Parse(); }

}  // namespace widthlab::tokenizer
