#include "common/tensor_io/tokens/megatron_index.h"

#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/token_error.h"

namespace widthlab::tensor_io {
namespace {

constexpr std::string_view kMagic("MMIDIDX\0\0", 9);
constexpr size_t kHeaderBytes = 9 + 8 + 1 + 8 + 8;
constexpr uint64_t kVersion = 1;
// Of eight bytes each, so many still have an offset in 63 bits.
constexpr int64_t kMostTokens = std::numeric_limits<int64_t>::max() / 16;

template <typename T>
T At(std::string_view bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::optional<IdType> TypeOf(uint8_t code) {
  switch (code) {
    case 1:
      return IdType::kU8;
    case 2:
      return IdType::kI8;
    case 3:
      return IdType::kI16;
    case 4:
      return IdType::kI32;
    case 5:
      return IdType::kI64;
    case 8:
      return IdType::kU16;
    default:
      return std::nullopt;
  }
}

// The parts of an index, whose sizes are known to fit.
class Parts {
 public:
  static absl::StatusOr<Parts> Find(std::string_view bytes, std::string_view label);

  // Tokens in front of each sequence, and of all: [sequences + 1].
  absl::StatusOr<std::vector<int64_t>> SequenceOffsets() const;
  // Sequences in front of each document, and of all, as tokens.
  absl::StatusOr<std::vector<int64_t>> DocumentOffsets(
      const std::vector<int64_t>& sequence_offsets) const;
  absl::Status CheckModes() const;

  IdType type() const { return type_; }

 private:
  Parts(std::string_view bytes, std::string_view label) : bytes_(bytes), label_(label) {}

  absl::Status ReadHeader();
  absl::Status CheckSize() const;
  absl::Status Error(std::string_view rule, std::string_view message) const {
    return TokenError(label_, rule, message);
  }

  uint64_t PointersBegin() const { return kHeaderBytes + 4 * sequences_; }
  uint64_t DocumentsBegin() const { return PointersBegin() + 8 * sequences_; }
  uint64_t DocumentsEnd() const { return DocumentsBegin() + 8 * documents_; }

  std::string_view bytes_;
  std::string_view label_;
  IdType type_ = IdType::kU16;
  uint64_t sequences_ = 0;
  // Entries of the list of documents: one more than there are documents.
  uint64_t documents_ = 0;
};

absl::StatusOr<Parts> Parts::Find(std::string_view bytes, std::string_view label) {
  Parts parts(bytes, label);
  RETURN_IF_ERROR(parts.ReadHeader());
  RETURN_IF_ERROR(parts.CheckSize());
  return parts;
}

absl::Status Parts::ReadHeader() {
  if (bytes_.size() < kHeaderBytes) {
    return Error("header", absl::StrCat("has ", bytes_.size(), " bytes, fewer than the ",
                                        kHeaderBytes, " of a header"));
  }
  if (bytes_.substr(0, kMagic.size()) != kMagic) {
    return Error("magic", "does not begin with MMIDIDX and two zero bytes");
  }
  const auto version = At<uint64_t>(bytes_, 9);
  if (version != kVersion)
    return Error("version", absl::StrCat("is of version ", version, ", not 1"));
  const auto code = At<uint8_t>(bytes_, 17);
  const std::optional<IdType> type = TypeOf(code);
  if (!type.has_value()) {
    return Error("dtype", absl::StrCat("has ids of type code ", int{code},
                                       ", where 1 to 5 and 8 are whole numbers"));
  }
  type_ = *type;
  sequences_ = At<uint64_t>(bytes_, 18);
  documents_ = At<uint64_t>(bytes_, 26);
  return absl::OkStatus();
}

absl::Status Parts::CheckSize() const {
  const uint64_t left = bytes_.size() - kHeaderBytes;
  if (sequences_ > left / 12 || documents_ > left / 8) {
    return Error("count", absl::StrCat("says it has ", sequences_, " sequences and ", documents_,
                                       " entries of documents, which ", left,
                                       " bytes behind the header cannot hold"));
  }
  if (sequences_ == 0) return Error("empty", "has no sequences");
  if (documents_ < 2) return Error("documents", "has no documents");
  // Each count fits by itself, so the sum does not overflow.
  const uint64_t end = DocumentsEnd();
  if (bytes_.size() == end || bytes_.size() == end + sequences_) return absl::OkStatus();
  return Error("size", absl::StrCat("has ", bytes_.size(), " bytes, but ", sequences_,
                                    " sequences and ", documents_, " entries of documents take ",
                                    end, ", or ", end + sequences_, " with modes"));
}

absl::StatusOr<std::vector<int64_t>> Parts::SequenceOffsets() const {
  std::vector<int64_t> offsets = {0};
  offsets.reserve(sequences_ + 1);
  for (uint64_t i = 0; i < sequences_; ++i) {
    const auto size = At<int32_t>(bytes_, kHeaderBytes + 4 * i);
    if (size < 0 || offsets.back() > kMostTokens) {
      return Error("sequences", absl::StrCat("sequence ", i, " has ", size, " tokens behind ",
                                             offsets.back(), " others"));
    }
    const auto pointer = At<int64_t>(bytes_, PointersBegin() + 8 * i);
    const int64_t wanted = offsets.back() * IdBytes(type_);
    if (pointer != wanted) {
      return Error("pointers",
                   absl::StrCat("sequence ", i, " begins at byte ", pointer, ", not at ", wanted,
                                ", where the one in front of it ends"));
    }
    offsets.push_back(offsets.back() + size);
  }
  return offsets;
}

absl::StatusOr<std::vector<int64_t>> Parts::DocumentOffsets(
    const std::vector<int64_t>& sequence_offsets) const {
  std::vector<int64_t> offsets;
  offsets.reserve(documents_);
  int64_t previous = 0;
  for (uint64_t i = 0; i < documents_; ++i) {
    const auto first = At<int64_t>(bytes_, DocumentsBegin() + 8 * i);
    const bool fits =
        i == 0 ? first == 0 : first >= previous && static_cast<uint64_t>(first) <= sequences_;
    if (!fits) {
      return Error("documents",
                   absl::StrCat("document ", i, " begins at sequence ", first,
                                ": they must rise from 0 to the ", sequences_, " sequences"));
    }
    offsets.push_back(sequence_offsets[static_cast<size_t>(first)]);
    previous = first;
  }
  if (static_cast<uint64_t>(previous) == sequences_) return offsets;
  return Error("documents",
               absl::StrCat("the last document ends at sequence ", previous, " of ", sequences_));
}

absl::Status Parts::CheckModes() const {
  if (bytes_.size() == DocumentsEnd()) return absl::OkStatus();
  for (uint64_t i = 0; i < sequences_; ++i) {
    const int mode = At<int8_t>(bytes_, DocumentsEnd() + i);
    if (mode == 0) continue;
    return Error("modes", absl::StrCat("sequence ", i, " is of mode ", mode, ", not 0, text"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MegatronIndex> ParseMegatronIndex(std::string_view bytes, std::string_view label) {
  ASSIGN_OR_RETURN(const Parts parts, Parts::Find(bytes, label));
  ASSIGN_OR_RETURN(const std::vector<int64_t> sequences, parts.SequenceOffsets());
  RETURN_IF_ERROR(parts.CheckModes());
  MegatronIndex index{.type = parts.type()};
  ASSIGN_OR_RETURN(index.document_offsets, parts.DocumentOffsets(sequences));
  if (sequences.back() == 0) return TokenError(label, "empty", "has no tokens");
  return index;
}

}  // namespace widthlab::tensor_io
