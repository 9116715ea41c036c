#include "common/tensor_io/tokens/flat_shard.h"

#include <cstring>

#include "absl/strings/str_cat.h"
#include "common/tensor_io/tokens/token_error.h"

namespace widthlab::tensor_io {
namespace {

// Multiple-choice questions: not text.
constexpr int32_t kLlmCEvaluationMagic = 20240522;

// What follows from a magic number.
struct LlmCKind {
  int32_t magic;
  int32_t version;
  IdType type;
  int64_t document_begin;
};

constexpr LlmCKind kKinds[] = {
    {kLlmCGpt2Magic, 1, IdType::kU16, kGpt2DocumentId},
    {kLlmCLlama3Magic, 7, IdType::kU32, kLlama3DocumentId},
};

// Number `index` of the header.
int32_t HeaderNumber(std::string_view bytes, size_t index) {
  int32_t number;
  std::memcpy(&number, bytes.data() + index * sizeof(number), sizeof(number));
  return number;
}

absl::StatusOr<LlmCKind> FindKind(int32_t magic, std::string_view label) {
  for (const LlmCKind& kind : kKinds) {
    if (kind.magic == magic) return kind;
  }
  if (magic == kLlmCEvaluationMagic) {
    return TokenError(
        label, "magic",
        "is a file of multiple-choice questions (magic number 20240522), not of text");
  }
  return TokenError(
      label, "magic",
      absl::StrCat("begins with ", magic, ", where a shard of llm.c begins with ", kLlmCGpt2Magic,
                   " or ", kLlmCLlama3Magic, "; without a header it is of format nanogpt"));
}

}  // namespace

bool HasLlmCMagic(std::string_view bytes) {
  if (bytes.size() < sizeof(int32_t)) return false;
  const int32_t magic = HeaderNumber(bytes, 0);
  return magic == kLlmCGpt2Magic || magic == kLlmCLlama3Magic || magic == kLlmCEvaluationMagic;
}

absl::StatusOr<FlatShard> ParseLlmC(std::string_view bytes, std::string_view label) {
  if (bytes.size() < kLlmCHeaderBytes) {
    return TokenError(label, "header",
                      absl::StrCat("has ", bytes.size(), " bytes, fewer than the ",
                                   kLlmCHeaderBytes, " of a header"));
  }
  const absl::StatusOr<LlmCKind> kind = FindKind(HeaderNumber(bytes, 0), label);
  if (!kind.ok()) return kind.status();
  if (HeaderNumber(bytes, 1) != kind->version) {
    return TokenError(label, "version",
                      absl::StrCat("is of version ", HeaderNumber(bytes, 1), ", not ",
                                   kind->version, " as its magic number asks for"));
  }
  const int64_t count = HeaderNumber(bytes, 2);
  if (count < 0) return TokenError(label, "count", absl::StrCat("says it has ", count, " tokens"));
  if (count == 0) return TokenError(label, "empty", "has no tokens");
  const uint64_t wanted = static_cast<uint64_t>(count * IdBytes(kind->type));
  if (bytes.size() - kLlmCHeaderBytes != wanted) {
    return TokenError(
        label, "size",
        absl::StrCat("says it has ", count, " tokens, which are ", wanted,
                     " bytes behind the header, but has ", bytes.size() - kLlmCHeaderBytes));
  }
  return FlatShard{.ids = IdArray(bytes.substr(kLlmCHeaderBytes), kind->type),
                   .document_begin = kind->document_begin};
}

absl::StatusOr<FlatShard> ParseNanoGpt(std::string_view bytes, std::string_view label, bool wide) {
  const IdType type = wide ? IdType::kU32 : IdType::kU16;
  if (bytes.empty()) return TokenError(label, "empty", "has no tokens");
  if (HasLlmCMagic(bytes)) {
    return TokenError(label, "magic", "begins with a magic number of llm.c: its format is llm_c");
  }
  if (bytes.size() % static_cast<size_t>(IdBytes(type)) != 0) {
    return TokenError(label, "size",
                      absl::StrCat("has ", bytes.size(), " bytes, no multiple of the ",
                                   IdBytes(type), " of a token"));
  }
  return FlatShard{.ids = IdArray(bytes, type)};
}

}  // namespace widthlab::tensor_io
