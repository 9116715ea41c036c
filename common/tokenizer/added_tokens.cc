#include "common/tokenizer/added_tokens.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/unicode/properties.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

bool EndsWithWord(std::string_view text) {
  if (text.empty()) return false;
  size_t at = PreviousCharacter(text, text.size());
  return PlainWordCharacters().Contains(NextCodePoint(text, at));
}

bool StartsWithWord(std::string_view text) {
  size_t at = 0;
  return !text.empty() && PlainWordCharacters().Contains(NextCodePoint(text, at));
}

// Where the white space at the end of `text` begins.
size_t BlanksBegin(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0) {
    const size_t previous = PreviousCharacter(text, begin);
    size_t at = previous;
    if (!WhiteSpace().Contains(NextCodePoint(text, at))) break;
    begin = previous;
  }
  return begin;
}

// Where the white space at the begin of `text` ends.
size_t BlanksEnd(std::string_view text) {
  size_t end = 0;
  for (size_t at = 0; at < text.size() && WhiteSpace().Contains(NextCodePoint(text, at));) end = at;
  return end;
}

}  // namespace

absl::Status AddedTokens::Add(AddedToken token) {
  if (token.content.empty() || token.content.size() > kMaxContentBytes) {
    return InvalidField("added_tokens",
                        absl::StrCat("a content of ", token.content.size(), " bytes"),
                        absl::StrCat("of 1 to ", kMaxContentBytes, " bytes"));
  }
  begins_[static_cast<unsigned char>(token.content.front())] = true;
  int32_t node = 0;
  for (const char byte : token.content) {
    int32_t child = Child(node, byte);
    if (child == kNone) {
      child = static_cast<int32_t>(nodes_.size());
      auto& children = nodes_[static_cast<size_t>(node)].children;
      const std::pair<unsigned char, int32_t> entry = {static_cast<unsigned char>(byte), child};
      children.insert(std::lower_bound(children.begin(), children.end(), entry), entry);
      nodes_.emplace_back();
    }
    node = child;
  }
  int32_t& place = nodes_[static_cast<size_t>(node)].token;
  if (place != kNone) return absl::OkStatus();
  place = static_cast<int32_t>(tokens_.size());
  tokens_.push_back(std::move(token));
  return absl::OkStatus();
}

int32_t AddedTokens::Child(int32_t node, char byte) const {
  const auto& children = nodes_[static_cast<size_t>(node)].children;
  const auto wanted = static_cast<unsigned char>(byte);
  const auto found = std::lower_bound(children.begin(), children.end(),
                                      std::pair<unsigned char, int32_t>(wanted, 0));
  return found == children.end() || found->first != wanted ? kNone : found->second;
}

int32_t AddedTokens::LongestAt(std::string_view text, size_t at) const {
  int32_t longest = kNone;
  int32_t node = 0;
  for (; at < text.size(); ++at) {
    node = Child(node, text[at]);
    if (node == kNone) break;
    if (nodes_[static_cast<size_t>(node)].token != kNone) {
      longest = nodes_[static_cast<size_t>(node)].token;
    }
  }
  return longest;
}

absl::Status AddedTokens::Split(std::string_view text,
                                absl::FunctionRef<absl::Status(std::string_view)> part,
                                absl::FunctionRef<void(uint32_t)> id) const {
  size_t done = 0;
  for (size_t at = 0; at < text.size();) {
    const bool may_begin = begins_[static_cast<unsigned char>(text[at])];
    const int32_t found = may_begin ? LongestAt(text, at) : kNone;
    if (found == kNone) {
      ++at;
      continue;
    }
    const AddedToken& token = tokens_[static_cast<size_t>(found)];
    size_t begin = at;
    size_t end = at + token.content.size();
    at = end;
    if (token.single_word &&
        (EndsWithWord(text.substr(0, begin)) || StartsWithWord(text.substr(end)))) {
      continue;
    }
    // White space that another token took is not taken again, nor looked at again.
    if (token.takes_left) {
      begin = begin > done ? done + BlanksBegin(text.substr(done, begin - done)) : done;
    }
    if (token.takes_right) end = end < done ? done : end + BlanksEnd(text.substr(end));
    if (done < begin) RETURN_IF_ERROR(part(text.substr(done, begin - done)));
    id(token.id);
    done = end;
  }
  return done < text.size() ? part(text.substr(done)) : absl::OkStatus();
}

}  // namespace widthlab::tokenizer
