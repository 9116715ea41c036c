#include "common/tensor_io/tokens/token_shard.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/flat_shard.h"
#include "common/tensor_io/tokens/megatron_index.h"
#include "common/tensor_io/tokens/token_error.h"

namespace widthlab::tensor_io {
namespace {

constexpr int64_t kBlockIds = 1 << 16;
constexpr char kItsIndex[] = " (its .idx)";

bool Contains(const std::vector<int64_t>& ids, int64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

absl::StatusOr<TokenShard> TokenShard::Open(TokenFormat format, const ShardPaths& paths) {
  auto contents = std::make_unique<Contents>();
  contents->label = paths.label.empty() ? paths.path : paths.label;
  ASSIGN_OR_RETURN(contents->mapped, MappedFile::Open(paths.path));
  contents->bytes = contents->mapped.bytes();
  MappedFile index;
  if (format == TokenFormat::kMegatron) {
    ASSIGN_OR_RETURN(index, MappedFile::Open(paths.index_path));
  }
  const std::string index_label = paths.label.empty() ? paths.index_path : paths.label + kItsIndex;
  ASSIGN_OR_RETURN(TokenShard shard,
                   Parse(format, std::move(contents), index.bytes(), index_label));
  RETURN_IF_ERROR(index.CheckUnchanged());
  return shard;
}

absl::StatusOr<TokenShard> TokenShard::FromBytes(TokenFormat format, std::string bytes,
                                                 std::string index_bytes, std::string label) {
  auto contents = std::make_unique<Contents>();
  contents->label = std::move(label);
  contents->owned = std::move(bytes);
  contents->bytes = contents->owned;
  const std::string index_label = contents->label + kItsIndex;
  return Parse(format, std::move(contents), index_bytes, index_label);
}

absl::StatusOr<TokenShard> TokenShard::Parse(TokenFormat format, std::unique_ptr<Contents> contents,
                                             std::string_view index,
                                             const std::string& index_label) {
  TokenShard shard(std::move(contents));
  const std::string_view bytes = shard.contents_->bytes;
  const std::string& label = shard.contents_->label;
  if (format == TokenFormat::kMegatron) {
    RETURN_IF_ERROR(shard.ReadIndex(index, index_label));
    return shard;
  }
  ASSIGN_OR_RETURN(const FlatShard flat,
                   format == TokenFormat::kLlmC
                       ? ParseLlmC(bytes, label)
                       : ParseNanoGpt(bytes, label, format == TokenFormat::kNanoGptU32));
  shard.ids_ = flat.ids;
  if (flat.document_begin.has_value()) shard.document_begins_.push_back(*flat.document_begin);
  return shard;
}

absl::Status TokenShard::ReadIndex(std::string_view index, const std::string& index_label) {
  ASSIGN_OR_RETURN(MegatronIndex parsed, ParseMegatronIndex(index, index_label));
  const uint64_t tokens = static_cast<uint64_t>(parsed.document_offsets.back());
  const uint64_t wanted = tokens * static_cast<uint64_t>(IdBytes(parsed.type));
  if (contents_->bytes.size() != wanted) {
    return TokenError(
        contents_->label, "size",
        absl::StrCat("has ", contents_->bytes.size(), " bytes, but its index asks for ", wanted,
                     ": ", tokens, " tokens of ", IdBytes(parsed.type)));
  }
  ids_ = IdArray(contents_->bytes, parsed.type);
  offsets_ = std::move(parsed.document_offsets);
  indexed_ = true;
  return absl::OkStatus();
}

absl::Status TokenShard::CheckVocabulary(int64_t first, absl::Span<const int64_t> ids,
                                         int64_t size) const {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0 && ids[i] < size) continue;
    return TokenError(contents_->label, "vocabulary",
                      absl::StrCat("token ", first + static_cast<int64_t>(i), " has the id ",
                                   ids[i], ", outside the model's vocabulary of ", size));
  }
  return absl::OkStatus();
}

absl::Status TokenShard::FindDocuments(const DocumentRules& rules) {
  const std::vector<int64_t>& begins = document_begins_;
  const std::vector<int64_t>& ends =
      begins.empty() && !indexed_ ? rules.document_ends : std::vector<int64_t>();
  if (!indexed_) offsets_ = {0};
  std::vector<int64_t> block;
  for (int64_t first = 0; first < token_count(); first += kBlockIds) {
    block.resize(static_cast<size_t>(std::min(kBlockIds, token_count() - first)));
    ids_.Copy(first, absl::MakeSpan(block));
    RETURN_IF_ERROR(CheckVocabulary(first, block, rules.vocabulary_size));
    for (size_t i = 0; i < block.size(); ++i) {
      const int64_t at = first + static_cast<int64_t>(i);
      if (at > offsets_.back() && Contains(begins, block[i])) offsets_.push_back(at);
      if (at + 1 < token_count() && Contains(ends, block[i])) offsets_.push_back(at + 1);
    }
    ReleaseMapped(ids_.Bytes(first, static_cast<int64_t>(block.size())));
  }
  if (!indexed_) offsets_.push_back(token_count());
  return absl::OkStatus();
}

}  // namespace widthlab::tensor_io
