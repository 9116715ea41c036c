#include "common/tokenizer/vocabulary.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::tokenizer {

absl::Status Vocabulary::Add(std::string token, uint64_t id) {
  if (id >= kMaxSize) {
    return InvalidField("vocab", absl::StrCat("the id ", id, " for \"", token, "\""),
                        absl::StrCat("ids below ", kMaxSize));
  }
  const auto small_id = static_cast<uint32_t>(id);
  if (const auto other = by_id_.find(small_id); other != by_id_.end()) {
    return InvalidFieldBecause(
        "vocab", absl::StrCat("gives the id ", id, " to \"", std::string(other->second),
                              "\" and to \"", token, "\""));
  }
  if (ids_.contains(token)) {
    return InvalidFieldBecause("vocab", absl::StrCat("has \"", token, "\" twice"));
  }
  const std::string_view stored = tokens_.emplace_back(std::move(token));
  ids_[stored] = small_id;
  by_id_[small_id] = stored;
  end_ = std::max(end_, static_cast<int64_t>(id) + 1);
  return absl::OkStatus();
}

std::optional<uint32_t> Vocabulary::Id(std::string_view token) const {
  const auto found = ids_.find(token);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::string_view> Vocabulary::Token(int64_t id) const {
  if (id < 0 || id >= end_) return std::nullopt;
  const auto found = by_id_.find(static_cast<uint32_t>(id));
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

}  // namespace widthlab::tokenizer
