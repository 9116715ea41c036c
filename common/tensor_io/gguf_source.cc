#include "common/tensor_io/gguf_source.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/dequantise.h"
#include "common/tensor_io/gguf_error.h"
#include "common/tensor_io/gguf_names.h"

namespace widthlab::tensor_io {
namespace {

// Elements that are read before their pages are given back: a multiple of every block.
constexpr int64_t kStepElements = 1 << 20;

struct Stored {
  const GgufTensor* tensor = nullptr;
  GgufChange change = GgufChange::kNone;
  int64_t head_rows = 0;  // rows of a head whose order was changed
};

class GgufSource final : public TensorSource {
 public:
  explicit GgufSource(GgufFile file) : TensorSource(file.label()), file_(std::move(file)) {}

  // Lists every tensor.
  absl::Status AddTensors();

  std::string_view Mapped(std::string_view name, std::string_view type) const override;
  void Prefetch(std::string_view name) const override { PrefetchMapped(BytesOf(name)); }
  void Release(std::string_view name) const override { ReleaseMapped(BytesOf(name)); }
  absl::Status CheckUnchanged() const override { return file_.CheckUnchanged(); }

 protected:
  absl::Status ReadElements(const SourceTensor& tensor, int64_t begin,
                            absl::Span<float> out) const override;

 private:
  absl::StatusOr<int64_t> HeadRows(std::string_view family, GgufChange change,
                                   const GgufTensor& tensor) const;
  std::string_view BytesOf(std::string_view name) const;

  // Elements [begin, begin + out.size()) in the file's order.
  void ReadStored(const GgufTensor& tensor, int64_t begin, absl::Span<float> out) const;
  void ReadReordered(const Stored& stored, int64_t row_size, int64_t begin,
                     absl::Span<float> out) const;
  void ReadTransposed(const Stored& stored, int64_t begin, absl::Span<float> out) const;

  GgufFile file_;
  std::map<std::string, Stored, std::less<>> stored_;
};

// Rows of a head of the tensor, where the conversion changed their order; else 0.
absl::StatusOr<int64_t> GgufSource::HeadRows(std::string_view family, GgufChange change,
                                             const GgufTensor& tensor) const {
  if (change != GgufChange::kQueryRows && change != GgufChange::kKeyRows) return 0;
  const std::string prefix = absl::StrCat(std::string(family), ".attention.head_count");
  ASSIGN_OR_RETURN(int64_t heads, file_.Integer(prefix));
  if (change == GgufChange::kKeyRows) {
    ASSIGN_OR_RETURN(heads, file_.Integer(prefix + "_kv", heads));
  }
  const int64_t rows = tensor.shape.empty() ? 1 : tensor.shape.front();
  if (heads >= 1 && rows % heads == 0 && rows / heads % 2 == 0) return rows / heads;
  return GgufError(label(), absl::StrCat("tensor ", tensor.name), "heads",
                   absl::StrCat("has ", rows, " rows, which are not ", heads,
                                " heads of an even number of rows"));
}

absl::Status GgufSource::AddTensors() {
  ASSIGN_OR_RETURN(const std::string_view family, file_.Text("general.architecture"));
  if (!IsGgufFamily(family)) {
    return GgufError(label(), "key general.architecture", "family",
                     absl::StrCat("is ", std::string(family), "; families that can be read are ",
                                  GgufFamilies()));
  }
  ASSIGN_OR_RETURN(const int64_t parts, file_.Integer("split.count", 0));
  if (parts > 1) {
    return GgufError(label(), "key split.count", "split",
                     absl::StrCat("the model is split into ", parts,
                                  " files; merge them with the tools that split them"));
  }
  for (const auto& [name, tensor] : file_.tensors()) {
    if (name == kRopeFactorsTensor) continue;
    const CheckpointName checkpoint =
        NameInCheckpoint(family, name).value_or(CheckpointName{.name = name});
    Stored stored{.tensor = &tensor, .change = checkpoint.change};
    ASSIGN_OR_RETURN(stored.head_rows, HeadRows(family, checkpoint.change, tensor));
    SourceTensor listed{.name = checkpoint.name,
                        .shape = tensor.shape,
                        .type = std::string(tensor.type->name),
                        .stored_bytes = tensor.bytes};
    if (checkpoint.change == GgufChange::kTransposed) {
      if (listed.shape.size() != 2) {
        return GgufError(label(), absl::StrCat("tensor ", name), "rank", "is not a matrix");
      }
      std::swap(listed.shape[0], listed.shape[1]);
    }
    if (!AddTensor(std::move(listed))) {
      return GgufError(label(), absl::StrCat("tensor ", name), "duplicate_tensor",
                       absl::StrCat("is ", checkpoint.name, ", as another tensor is"));
    }
    stored_.emplace(checkpoint.name, stored);
  }
  return absl::OkStatus();
}

std::string_view GgufSource::BytesOf(std::string_view name) const {
  const auto found = stored_.find(name);
  return found == stored_.end() ? std::string_view() : file_.BytesOf(*found->second.tensor);
}

std::string_view GgufSource::Mapped(std::string_view name, std::string_view type) const {
  const auto found = stored_.find(name);
  if (found == stored_.end() || found->second.change != GgufChange::kNone) return {};
  const GgufTensor& tensor = *found->second.tensor;
  const std::string_view bytes = file_.BytesOf(tensor);
  const bool fits = tensor.type->block_elements == 1 && tensor.type->name == type &&
                    reinterpret_cast<uintptr_t>(bytes.data()) %
                            static_cast<uintptr_t>(tensor.type->block_bytes) ==
                        0;
  return fits ? bytes : std::string_view();
}

void GgufSource::ReadStored(const GgufTensor& tensor, int64_t begin, absl::Span<float> out) const {
  const int64_t block = tensor.type->block_elements;
  const std::string_view bytes = file_.BytesOf(tensor);
  const auto blocks = [&](int64_t first, int64_t count) {
    return bytes.substr(static_cast<size_t>(first / block * tensor.type->block_bytes),
                        static_cast<size_t>(count / block * tensor.type->block_bytes));
  };
  // A range that begins or ends inside a block goes through a block of our own.
  while (!out.empty()) {
    const int64_t within = begin % block;
    const auto left = static_cast<int64_t>(out.size());
    int64_t count = std::min(left / block * block, kStepElements);
    if (within != 0 || count == 0) {
      float whole[kMaxBlockElements];
      Dequantise(tensor.type->id, blocks(begin - within, block),
                 absl::MakeSpan(whole, static_cast<size_t>(block)));
      count = std::min(left, block - within);
      std::copy_n(whole + within, count, out.begin());
    } else {
      const std::string_view part = blocks(begin, count);
      Dequantise(tensor.type->id, part, out.first(static_cast<size_t>(count)));
      if (part.size() > kReleaseAboveBytes / 4) ReleaseMapped(part);
    }
    begin += count;
    out.remove_prefix(static_cast<size_t>(count));
  }
}

void GgufSource::ReadReordered(const Stored& stored, int64_t row_size, int64_t begin,
                               absl::Span<float> out) const {
  const int64_t half = stored.head_rows / 2;
  while (!out.empty()) {
    const int64_t row = begin / row_size;
    const int64_t within = begin % row_size;
    const int64_t first = row / stored.head_rows * stored.head_rows;
    const int64_t in_head = row - first;
    const int64_t there = first + 2 * (in_head % half) + in_head / half;
    const auto count =
        static_cast<size_t>(std::min(static_cast<int64_t>(out.size()), row_size - within));
    ReadStored(*stored.tensor, there * row_size + within, out.first(count));
    begin += static_cast<int64_t>(count);
    out.remove_prefix(count);
  }
}

void GgufSource::ReadTransposed(const Stored& stored, int64_t begin, absl::Span<float> out) const {
  // Element (i, o) is element o·inputs + i of the file, for rows i that `out` touches.
  const int64_t outputs = stored.tensor->shape[0];
  const int64_t inputs = stored.tensor->shape[1];
  const int64_t end = begin + static_cast<int64_t>(out.size());
  const int64_t first = begin / outputs;
  const int64_t rows = (end + outputs - 1) / outputs - first;
  std::vector<float> column(static_cast<size_t>(rows));
  for (int64_t o = 0; o < outputs; ++o) {
    ReadStored(*stored.tensor, o * inputs + first, absl::MakeSpan(column));
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t element = (first + i) * outputs + o;
      if (element >= begin && element < end) {
        out[static_cast<size_t>(element - begin)] = column[static_cast<size_t>(i)];
      }
    }
  }
}

absl::Status GgufSource::ReadElements(const SourceTensor& tensor, int64_t begin,
                                      absl::Span<float> out) const {
  if (out.empty()) return absl::OkStatus();
  const Stored& stored = stored_.find(tensor.name)->second;
  switch (stored.change) {
    case GgufChange::kNone:
      ReadStored(*stored.tensor, begin, out);
      break;
    case GgufChange::kQueryRows:
    case GgufChange::kKeyRows:
      ReadReordered(stored, tensor.row_size(), begin, out);
      break;
    case GgufChange::kPlusOne:
      ReadStored(*stored.tensor, begin, out);
      for (float& value : out) value -= 1.0f;
      break;
    case GgufChange::kTransposed:
      ReadTransposed(stored, begin, out);
      break;
  }
  if (4 * out.size() > kReleaseAboveBytes) Release(tensor.name);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<TensorSource>> MakeGgufSource(GgufFile file) {
  auto source = std::make_unique<GgufSource>(std::move(file));
  RETURN_IF_ERROR(source->AddTensors());
  return source;
}

absl::StatusOr<std::unique_ptr<TensorSource>> OpenGgufSource(const std::string& path) {
  ASSIGN_OR_RETURN(GgufFile file, GgufFile::Open(path));
  return MakeGgufSource(std::move(file));
}

}  // namespace widthlab::tensor_io
