#include "common/tensor_io/safetensors_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_error.h"
#include "nlohmann/json.hpp"

namespace widthlab::tensor_io {
namespace {

constexpr std::string_view kLabel = "safetensors to write";

absl::StatusOr<uint64_t> ByteCount(const TensorToWrite& tensor) {
  uint64_t bytes = DTypeSize(tensor.dtype);
  for (const int64_t dimension : tensor.shape) {
    if (dimension < 0) {
      return SafetensorsError(kLabel, tensor.name, "structure",
                              absl::StrCat("dimension ", dimension, " is negative"));
    }
    if (dimension != 0 &&
        bytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max() / dimension)) {
      return SafetensorsError(kLabel, tensor.name, "shape_overflow", "shape overflows 63 bits");
    }
    bytes *= static_cast<uint64_t>(dimension);
  }
  return bytes;
}

// A JSON string literal; bytes that are not UTF-8 are an error.
absl::StatusOr<std::string> Quote(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception& error) {
    return SafetensorsError(kLabel, "", "json", error.what());
  }
}

absl::StatusOr<std::string> Header(const std::vector<TensorToWrite>& tensors,
                                   const std::vector<uint64_t>& sizes,
                                   const std::map<std::string, std::string>& metadata) {
  std::vector<std::string> entries;
  if (!metadata.empty()) {
    std::vector<std::string> pairs;
    for (const auto& [key, value] : metadata) {
      ASSIGN_OR_RETURN(const std::string quoted_key, Quote(key));
      ASSIGN_OR_RETURN(const std::string quoted_value, Quote(value));
      pairs.push_back(absl::StrCat(quoted_key, ":", quoted_value));
    }
    entries.push_back(absl::StrCat("\"__metadata__\":{", absl::StrJoin(pairs, ","), "}"));
  }
  uint64_t position = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    ASSIGN_OR_RETURN(const std::string name, Quote(tensors[i].name));
    entries.push_back(absl::StrCat(name, ":{\"dtype\":\"", std::string(DTypeName(tensors[i].dtype)),
                                   "\",\"shape\":[", absl::StrJoin(tensors[i].shape, ","),
                                   "],\"data_offsets\":[", position, ",", position + sizes[i],
                                   "]}"));
    position += sizes[i];
  }
  std::string json = absl::StrCat("{", absl::StrJoin(entries, ","), "}");
  json.resize((json.size() + 7) / 8 * 8, ' ');
  std::string length(8, '\0');
  for (size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(json.size() >> (8 * i));
  return length + json;
}

absl::Status CheckNames(const std::vector<TensorToWrite>& tensors) {
  std::vector<std::string_view> names;
  for (const TensorToWrite& tensor : tensors) names.push_back(tensor.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    return SafetensorsError(kLabel, *twice, "duplicate_key", "appears twice");
  }
  if (std::binary_search(names.begin(), names.end(), "__metadata__")) {
    return SafetensorsError(kLabel, "__metadata__", "structure", "is a reserved name");
  }
  return absl::OkStatus();
}

absl::Status WriteOne(const TensorToWrite& tensor, uint64_t size, const ByteSink& sink) {
  uint64_t written = 0;
  RETURN_IF_ERROR(tensor.write([&](std::string_view bytes) {
    written += bytes.size();
    return written > size ? absl::OkStatus() : sink(bytes);
  }));
  if (written == size) return absl::OkStatus();
  return SafetensorsError(kLabel, tensor.name, "size",
                          absl::StrCat("handed over ", written, " bytes, not ", size));
}

absl::Status WriteAll(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      return absl::UnavailableError(absl::StrCat(path, ": cannot write: ", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

}  // namespace

TensorToWrite FromBytes(std::string name, DType dtype, std::vector<int64_t> shape,
                        std::string_view bytes) {
  return {.name = std::move(name),
          .dtype = dtype,
          .shape = std::move(shape),
          .write = [bytes](const ByteSink& sink) { return sink(bytes); }};
}

absl::Status WriteSafetensors(std::vector<TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata,
                              const ByteSink& sink) {
  RETURN_IF_ERROR(CheckNames(tensors));
  std::sort(tensors.begin(), tensors.end(), [](const TensorToWrite& a, const TensorToWrite& b) {
    const size_t a_size = DTypeSize(a.dtype);
    const size_t b_size = DTypeSize(b.dtype);
    return a_size != b_size ? a_size > b_size : a.name < b.name;
  });
  std::vector<uint64_t> sizes;
  for (const TensorToWrite& tensor : tensors) {
    ASSIGN_OR_RETURN(const uint64_t size, ByteCount(tensor));
    sizes.push_back(size);
  }
  ASSIGN_OR_RETURN(const std::string header, Header(tensors, sizes, metadata));
  RETURN_IF_ERROR(sink(header));
  for (size_t i = 0; i < tensors.size(); ++i) {
    RETURN_IF_ERROR(WriteOne(tensors[i], sizes[i], sink));
  }
  return absl::OkStatus();
}

absl::Status WriteSafetensorsTo(std::vector<TensorToWrite> tensors,
                                const std::map<std::string, std::string>& metadata,
                                std::string& out) {
  out.clear();
  return WriteSafetensors(std::move(tensors), metadata, [&out](std::string_view bytes) {
    out.append(bytes);
    return absl::OkStatus();
  });
}

absl::Status WriteSafetensorsFile(std::vector<TensorToWrite> tensors,
                                  const std::map<std::string, std::string>& metadata,
                                  const std::string& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) {
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.reason = "UNWRITABLE_FILE", .field = path},
                     absl::StrCat(path, ": cannot create: ", std::strerror(errno)));
  }
  absl::Cleanup close_fd = [fd] { close(fd); };
  RETURN_IF_ERROR(WriteSafetensors(std::move(tensors), metadata, [&](std::string_view bytes) {
    return WriteAll(fd, bytes, path);
  }));
  if (fsync(fd) == 0) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(path, ": cannot sync: ", std::strerror(errno)));
}

}  // namespace widthlab::tensor_io
