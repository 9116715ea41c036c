#include "common/tensor_io/safetensors_source.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/safetensors_error.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/shard_index.h"
#include "common/tensor_io/widen.h"

namespace widthlab::tensor_io {
namespace {

// Bytes that are read before their pages are given back.
constexpr size_t kStepBytes = 4 << 20;

bool IsFloat(DType type) {
  return type == DType::kF32 || type == DType::kF16 || type == DType::kBF16;
}

void WidenTo(DType type, std::string_view bytes, absl::Span<float> out) {
  if (type == DType::kBF16) return WidenBFloat16(bytes, out);
  if (type == DType::kF16) return WidenFloat16(bytes, out);
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
}

class SafetensorsSource final : public TensorSource {
 public:
  explicit SafetensorsSource(std::string label) : TensorSource(std::move(label)) {}

  // Takes a file in. Its tensors must be new.
  absl::Status Add(SafetensorsFile file);

  std::string_view Mapped(std::string_view name, std::string_view type) const override;
  void Prefetch(std::string_view name) const override { PrefetchMapped(BytesOf(name)); }
  void Release(std::string_view name) const override { ReleaseMapped(BytesOf(name)); }
  absl::Status CheckUnchanged() const override;

 protected:
  absl::Status ReadElements(const SourceTensor& tensor, int64_t begin,
                            absl::Span<float> out) const override;
  absl::Status ReadBFloat16Elements(const SourceTensor& tensor, int64_t begin,
                                    absl::Span<uint16_t> out) const override;

 private:
  std::string_view BytesOf(std::string_view name) const;
  const TensorView& View(const SourceTensor& tensor) const {
    return views_.find(tensor.name)->second;
  }

  std::vector<SafetensorsFile> files_;
  std::map<std::string, TensorView, std::less<>> views_;
};

absl::Status SafetensorsSource::Add(SafetensorsFile file) {
  for (const auto& [name, info] : file.tensors()) {
    ASSIGN_OR_RETURN(const TensorView view, file.Tensor(name));
    if (!AddTensor({.name = name,
                    .shape = info.shape,
                    .type = std::string(DTypeName(info.dtype)),
                    .stored_bytes = view.bytes.size()})) {
      return SafetensorsError(file.label(), name, "shard", "is in another shard, too");
    }
    views_.emplace(name, view);
  }
  files_.push_back(std::move(file));
  return absl::OkStatus();
}

absl::Status SafetensorsSource::CheckUnchanged() const {
  for (const SafetensorsFile& file : files_) RETURN_IF_ERROR(file.CheckUnchanged());
  return absl::OkStatus();
}

std::string_view SafetensorsSource::BytesOf(std::string_view name) const {
  const auto found = views_.find(name);
  return found == views_.end() ? std::string_view() : found->second.bytes;
}

std::string_view SafetensorsSource::Mapped(std::string_view name, std::string_view type) const {
  const auto found = views_.find(name);
  if (found == views_.end()) return {};
  const TensorView& view = found->second;
  const size_t size = DTypeSize(view.info->dtype);
  const bool fits = DTypeName(view.info->dtype) == type && IsFloat(view.info->dtype) &&
                    reinterpret_cast<uintptr_t>(view.bytes.data()) % size == 0;
  return fits ? view.bytes : std::string_view();
}

// Calls `take(bytes, first, count)` for pieces of elements [begin, begin + count), and gives the
// pages of long reads back.
template <typename Take>
void ForPieces(const TensorView& view, int64_t begin, size_t count, Take take) {
  const size_t size = DTypeSize(view.info->dtype);
  const std::string_view all = view.bytes.substr(static_cast<size_t>(begin) * size, count * size);
  const size_t step = kStepBytes / size;
  for (size_t first = 0; first < count; first += step) {
    const size_t some = std::min(step, count - first);
    const std::string_view bytes = all.substr(first * size, some * size);
    take(bytes, first, some);
    if (all.size() > kReleaseAboveBytes) ReleaseMapped(bytes);
  }
  // Pieces end inside pages.
  if (all.size() > kReleaseAboveBytes) ReleaseMapped(all);
}

absl::Status WrongType(const TensorView& view) {
  return SafetensorsError(view.label, view.info->name, "dtype",
                          absl::StrCat("is ", std::string(DTypeName(view.info->dtype)),
                                       ", a weight is F32, F16 or BF16"));
}

absl::Status SafetensorsSource::ReadElements(const SourceTensor& tensor, int64_t begin,
                                             absl::Span<float> out) const {
  const TensorView& view = View(tensor);
  if (!IsFloat(view.info->dtype)) return WrongType(view);
  ForPieces(view, begin, out.size(), [&](std::string_view bytes, size_t first, size_t count) {
    WidenTo(view.info->dtype, bytes, out.subspan(first, count));
  });
  return absl::OkStatus();
}

absl::Status SafetensorsSource::ReadBFloat16Elements(const SourceTensor& tensor, int64_t begin,
                                                     absl::Span<uint16_t> out) const {
  const TensorView& view = View(tensor);
  if (view.info->dtype != DType::kBF16) {
    return TensorSource::ReadBFloat16Elements(tensor, begin, out);
  }
  ForPieces(view, begin, out.size(), [&](std::string_view bytes, size_t first, size_t) {
    std::memcpy(out.data() + first, bytes.data(), bytes.size());
  });
  return absl::OkStatus();
}

absl::StatusOr<std::string> Resolved(const std::string& folder, const std::string& name,
                                     const PathResolver& resolve) {
  const std::string path = absl::StrCat(folder, "/", name);
  if (!resolve) return path;
  return resolve(path);
}

absl::StatusOr<SafetensorsFile> OpenPart(const std::string& folder, const std::string& name,
                                         const PathResolver& resolve) {
  ASSIGN_OR_RETURN(const std::string path, Resolved(folder, name, resolve));
  return SafetensorsFile::Open(path);
}

absl::StatusOr<ShardIndex> ReadIndex(const std::string& folder, const PathResolver& resolve) {
  ASSIGN_OR_RETURN(const std::string path, Resolved(folder, kSafetensorsIndexFile, resolve));
  ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  return ParseShardIndex(file.bytes(), path);
}

absl::Status NoWeights(const std::string& folder) {
  return NotFound(
      "NO_WEIGHTS", folder,
      absl::StrCat(folder, ": has neither ", kSafetensorsFile, " nor ", kSafetensorsIndexFile));
}

std::set<std::string> ShardNames(const ShardIndex& index) {
  std::set<std::string> names;
  for (const auto& [tensor, file] : index.files) names.insert(file);
  return names;
}

// Every tensor of the shard is where the index says.
absl::Status CheckShard(const SafetensorsFile& shard, const std::string& name,
                        const ShardIndex& index) {
  for (const auto& [tensor, info] : shard.tensors()) {
    const auto found = index.files.find(tensor);
    if (found == index.files.end()) {
      return SafetensorsError(shard.label(), tensor, "shard", "is not in the index");
    }
    if (found->second != name) {
      return SafetensorsError(shard.label(), tensor, "shard",
                              absl::StrCat("is in ", found->second, " as the index says"));
    }
  }
  return absl::OkStatus();
}

// Every tensor of the index is there. Which shard has it was checked before.
absl::Status CheckComplete(const TensorSource& source, const ShardIndex& index) {
  for (const auto& [tensor, file] : index.files) {
    if (source.Find(tensor) != nullptr) continue;
    return SafetensorsError(absl::StrCat(source.label(), "/", file), tensor, "shard",
                            "is in the index, but not in this shard");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<TensorSource>> OpenShards(const std::string& folder,
                                                         const PathResolver& resolve) {
  ASSIGN_OR_RETURN(const ShardIndex index, ReadIndex(folder, resolve));
  auto source = std::make_unique<SafetensorsSource>(folder);
  for (const std::string& name : ShardNames(index)) {
    ASSIGN_OR_RETURN(SafetensorsFile shard, OpenPart(folder, name, resolve));
    RETURN_IF_ERROR(CheckShard(shard, name, index));
    RETURN_IF_ERROR(source->Add(std::move(shard)));
  }
  RETURN_IF_ERROR(CheckComplete(*source, index));
  return source;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> SafetensorsFiles(const std::string& folder,
                                                          const PathResolver& resolve) {
  const absl::StatusOr<std::string> single = Resolved(folder, kSafetensorsFile, resolve);
  if (!single.ok() && !absl::IsNotFound(single.status())) return single.status();
  if (single.ok() && access(single->c_str(), F_OK) == 0) {
    return std::vector<std::string>{kSafetensorsFile};
  }
  absl::StatusOr<ShardIndex> index = ReadIndex(folder, resolve);
  if (absl::IsNotFound(index.status())) return NoWeights(folder);
  if (!index.ok()) return index.status();
  std::vector<std::string> names = {kSafetensorsIndexFile};
  for (const std::string& name : ShardNames(*index)) names.push_back(name);
  return names;
}

absl::StatusOr<std::unique_ptr<TensorSource>> OpenSafetensorsFolder(const std::string& folder,
                                                                    const PathResolver& resolve) {
  ASSIGN_OR_RETURN(const std::vector<std::string> files, SafetensorsFiles(folder, resolve));
  if (files.size() > 1) return OpenShards(folder, resolve);
  ASSIGN_OR_RETURN(SafetensorsFile single, OpenPart(folder, kSafetensorsFile, resolve));
  auto source = std::make_unique<SafetensorsSource>(folder);
  RETURN_IF_ERROR(source->Add(std::move(single)));
  return source;
}

absl::StatusOr<std::unique_ptr<TensorSource>> OpenSafetensorsFile(const std::string& path) {
  ASSIGN_OR_RETURN(SafetensorsFile file, SafetensorsFile::Open(path));
  auto source = std::make_unique<SafetensorsSource>(path);
  RETURN_IF_ERROR(source->Add(std::move(file)));
  return source;
}

}  // namespace widthlab::tensor_io
