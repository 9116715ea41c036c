#include "common/tokenizer/split_pattern.h"

#include <algorithm>
#include <utility>

#include "common/status/macros.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

// From the begin of the first to the end of the second; both are of one text.
std::string_view Span(std::string_view first, std::string_view second) {
  return {first.data(), static_cast<size_t>(second.data() + second.size() - first.data())};
}

}  // namespace

absl::StatusOr<SplitPattern> SplitPattern::OfRegex(std::string_view regex) {
  ASSIGN_OR_RETURN(Regex compiled, Regex::Compile(regex));
  return SplitPattern(Pattern(std::move(compiled)));
}

SplitPattern SplitPattern::OfLiteral(std::string literal) {
  return SplitPattern(Pattern(std::move(literal)));
}

SplitPattern SplitPattern::OfSet(const CodePointSet& set) { return SplitPattern(Pattern(&set)); }

absl::Status SplitPattern::Parts(std::string_view text, PartSink sink) const {
  if (const auto* regex = std::get_if<Regex>(&pattern_)) return RegexParts(*regex, text, sink);
  if (const auto* literal = std::get_if<std::string>(&pattern_)) {
    return LiteralParts(*literal, text, sink);
  }
  return SetParts(*std::get<const CodePointSet*>(pattern_), text, sink);
}

absl::Status SplitPattern::RegexParts(const Regex& regex, std::string_view text,
                                      PartSink sink) const {
  RegexMatches matches(regex, text);
  size_t done = 0;
  while (matches.Next()) {
    if (matches.begin() > done) {
      RETURN_IF_ERROR(sink({text.substr(done, matches.begin() - done), false}));
    }
    done = matches.end();
    RETURN_IF_ERROR(sink({text.substr(matches.begin(), done - matches.begin()), true}));
  }
  RETURN_IF_ERROR(matches.status());
  return done < text.size() ? sink({text.substr(done), false}) : absl::OkStatus();
}

absl::Status SplitPattern::LiteralParts(std::string_view literal, std::string_view text,
                                        PartSink sink) {
  size_t done = 0;
  for (size_t found = text.find(literal); found != std::string_view::npos;
       found = text.find(literal, done)) {
    if (found > done) RETURN_IF_ERROR(sink({text.substr(done, found - done), false}));
    RETURN_IF_ERROR(sink({text.substr(found, literal.size()), true}));
    done = found + literal.size();
  }
  return done < text.size() ? sink({text.substr(done), false}) : absl::OkStatus();
}

absl::Status SplitPattern::SetParts(const CodePointSet& set, std::string_view text, PartSink sink) {
  size_t done = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (!set.Contains(NextCodePoint(text, at))) continue;
    if (begin > done) RETURN_IF_ERROR(sink({text.substr(done, begin - done), false}));
    RETURN_IF_ERROR(sink({text.substr(begin, at - begin), true}));
    done = at;
  }
  return done < text.size() ? sink({text.substr(done), false}) : absl::OkStatus();
}

// A part joins the piece next to it where the behaviour says so: a match the part before (or
// behind) it unless that is a match, too; of contiguous ones all that are alike.
std::vector<std::string_view> SplitPattern::Merged(const std::vector<Part>& parts,
                                                   SplitBehavior behavior) {
  const bool backwards = behavior == SplitBehavior::kMergedWithNext;
  std::vector<std::string_view> pieces;
  bool was_match = false;
  const auto add = [&](const Part& part) {
    const bool joins = behavior == SplitBehavior::kContiguous ? part.is_match == was_match
                                                              : part.is_match && !was_match;
    was_match = part.is_match;
    if (!joins || pieces.empty()) {
      pieces.push_back(part.text);
    } else {
      pieces.back() = backwards ? Span(part.text, pieces.back()) : Span(pieces.back(), part.text);
    }
  };
  if (backwards) {
    std::for_each(parts.rbegin(), parts.rend(), add);
    std::reverse(pieces.begin(), pieces.end());
  } else {
    std::for_each(parts.begin(), parts.end(), add);
  }
  return pieces;
}

absl::Status SplitPattern::Split(std::string_view text, SplitBehavior behavior, bool invert,
                                 absl::FunctionRef<absl::Status(std::string_view)> sink) const {
  const bool removed = behavior == SplitBehavior::kRemoved;
  if (removed || behavior == SplitBehavior::kIsolated) {
    return Parts(text, [&](const Part& part) {
      const bool is_match = part.is_match != invert;
      return part.text.empty() || (removed && is_match) ? absl::OkStatus() : sink(part.text);
    });
  }
  std::vector<Part> parts;
  RETURN_IF_ERROR(Parts(text, [&](const Part& part) {
    parts.push_back({part.text, part.is_match != invert});
    return absl::OkStatus();
  }));
  for (const std::string_view piece : Merged(parts, behavior)) {
    if (!piece.empty()) RETURN_IF_ERROR(sink(piece));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> SplitPattern::Replace(std::string_view text,
                                                  std::string_view replacement) const {
  std::string replaced;
  replaced.reserve(text.size());
  RETURN_IF_ERROR(Parts(text, [&](const Part& part) {
    replaced.append(part.is_match ? replacement : part.text);
    return absl::OkStatus();
  }));
  return replaced;
}

}  // namespace widthlab::tokenizer
