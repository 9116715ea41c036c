#include "common/tensor_io/token_shard.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_error.h"

namespace widthlab::tensor_io {
namespace {

constexpr int64_t kMaxVocabulary = int64_t{1} << 32;
constexpr int64_t kNarrowVocabulary = int64_t{1} << 16;

}  // namespace

absl::StatusOr<TokenShard> TokenShard::Open(const std::string& path) {
  ASSIGN_OR_RETURN(SafetensorsFile file, SafetensorsFile::Open(path));
  return Parse(std::move(file));
}

absl::StatusOr<TokenShard> TokenShard::FromBytes(std::string bytes, std::string label) {
  ASSIGN_OR_RETURN(SafetensorsFile file,
                   SafetensorsFile::FromBytes(std::move(bytes), std::move(label)));
  return Parse(std::move(file));
}

absl::StatusOr<TokenShard> TokenShard::Parse(SafetensorsFile file) {
  TokenShard shard(std::move(file));
  RETURN_IF_ERROR(shard.ReadMetadata());
  RETURN_IF_ERROR(shard.ReadOffsets());
  RETURN_IF_ERROR(shard.ReadIds());
  return shard;
}

absl::Status TokenShard::Error(const std::string& message) const {
  return SafetensorsError(file_.label(), "", "token_shard", message);
}

absl::Status TokenShard::ReadMetadata() {
  const auto text = [this](const char* key) {
    const auto found = file_.metadata().find(key);
    return found == file_.metadata().end() ? std::string() : found->second;
  };
  if (text("format") != kTokenShardFormat) {
    return Error(absl::StrCat("is not a token shard: metadata format is \"", text("format"),
                              "\", not \"", kTokenShardFormat, "\""));
  }
  tokenizer_ = text("tokenizer");
  const std::string size = text("vocabulary_size");
  if (!absl::SimpleAtoi(size, &vocabulary_size_) || vocabulary_size_ < 1 ||
      vocabulary_size_ > kMaxVocabulary) {
    return Error(absl::StrCat("vocabulary_size is \"", size, "\", not a number from 1 to 2^32"));
  }
  return absl::OkStatus();
}

absl::Status TokenShard::ReadOffsets() {
  ASSIGN_OR_RETURN(const TensorView view, file_.Tensor("document_offsets"));
  RETURN_IF_ERROR(view.ExpectShape({-1}));
  ASSIGN_OR_RETURN(offsets_, view.Elements<int64_t>());
  ASSIGN_OR_RETURN(const TensorView ids, file_.Tensor("token_ids"));
  RETURN_IF_ERROR(ids.ExpectShape({-1}));
  if (offsets_.empty() || offsets_.front() != 0 || offsets_.back() != ids.info->shape[0] ||
      !std::is_sorted(offsets_.begin(), offsets_.end())) {
    return Error(
        absl::StrCat("document_offsets must rise from 0 to the ", ids.info->shape[0], " tokens"));
  }
  return absl::OkStatus();
}

absl::Status TokenShard::ReadIds() {
  ASSIGN_OR_RETURN(const TensorView view, file_.Tensor("token_ids"));
  int64_t largest = -1;
  if (vocabulary_size_ <= kNarrowVocabulary) {
    ASSIGN_OR_RETURN(narrow_ids_, view.Elements<uint16_t>());
    for (const uint16_t id : narrow_ids_) largest = std::max<int64_t>(largest, id);
  } else {
    ASSIGN_OR_RETURN(wide_ids_, view.Elements<uint32_t>());
    for (const uint32_t id : wide_ids_) largest = std::max<int64_t>(largest, id);
  }
  if (largest < vocabulary_size_) return absl::OkStatus();
  return Error(
      absl::StrCat("token id ", largest, " is outside the vocabulary of ", vocabulary_size_));
}

void TokenShard::Copy(int64_t begin, absl::Span<int64_t> out) const {
  const size_t first = static_cast<size_t>(begin);
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = narrow_ids_.empty() ? static_cast<int64_t>(wide_ids_[first + i])
                                 : static_cast<int64_t>(narrow_ids_[first + i]);
  }
}

TokenShardBuilder::TokenShardBuilder(std::string tokenizer, int64_t vocabulary_size)
    : tokenizer_(std::move(tokenizer)), vocabulary_size_(vocabulary_size) {}

bool TokenShardBuilder::narrow() const { return vocabulary_size_ <= kNarrowVocabulary; }

void TokenShardBuilder::Add(absl::Span<const int64_t> document) {
  for (const int64_t id : document) {
    if (narrow()) {
      narrow_ids_.push_back(static_cast<uint16_t>(id));
    } else {
      wide_ids_.push_back(static_cast<uint32_t>(id));
    }
  }
  offsets_.push_back(offsets_.back() + static_cast<int64_t>(document.size()));
}

absl::Status TokenShardBuilder::Write(const ByteSink& sink) const {
  std::vector<TensorToWrite> tensors;
  tensors.push_back(
      FromSpan("document_offsets", {document_count() + 1}, absl::MakeConstSpan(offsets_)));
  if (narrow()) {
    tensors.push_back(FromSpan("token_ids", {token_count()}, absl::MakeConstSpan(narrow_ids_)));
  } else {
    tensors.push_back(FromSpan("token_ids", {token_count()}, absl::MakeConstSpan(wide_ids_)));
  }
  return WriteSafetensors(std::move(tensors),
                          {{"format", kTokenShardFormat},
                           {"tokenizer", tokenizer_},
                           {"vocabulary_size", absl::StrCat(vocabulary_size_)}},
                          sink);
}

}  // namespace widthlab::tensor_io
