#include "clients/cli/cloud_files.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/npy_file.h"
#include "common/tensor_io/safetensors_writer.h"

namespace widthlab::cli {
namespace {

bool IsNpy(const std::string& path) { return absl::EndsWith(path, ".npy"); }

absl::StatusOr<std::string> JoinNpy(const std::vector<std::string>& paths) {
  if (paths.size() % 2 != 0) {
    return InvalidFieldBecause(
        "FILE", absl::StrCat(paths.size(), " .npy files are no pairs: give X and Y of ",
                             "each layer, from layer 0 on"));
  }
  std::vector<tensor_io::NpyFile> files;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(tensor_io::NpyFile file, tensor_io::NpyFile::Open(path));
    if (file.shape().size() != 2) {
      return InvalidFieldBecause("FILE", absl::StrCat(path, " has ", file.shape().size(),
                                                      " dimensions, but a cloud has two"));
    }
    files.push_back(std::move(file));
  }
  std::vector<tensor_io::TensorToWrite> tensors;
  for (size_t i = 0; i < files.size(); ++i) {
    tensors.push_back(tensor_io::FromBytes(absl::StrCat(i % 2 == 0 ? "ffn_in." : "ffn_out.", i / 2),
                                           files[i].dtype(), files[i].shape(), files[i].bytes()));
  }
  std::string bytes;
  RETURN_IF_ERROR(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes));
  return bytes;
}

}  // namespace

absl::StatusOr<CloudFiles> OpenCloudFiles(const std::vector<std::string>& paths) {
  CloudFiles clouds;
  clouds.source_ = std::filesystem::path(paths[0]).filename().string();
  const bool npy = IsNpy(paths[0]);
  if (!npy && paths.size() > 1) {
    return InvalidFieldBecause(
        "FILE", "give one safetensors file, or .npy files in pairs of X and Y of a layer");
  }
  if (!npy) {
    ASSIGN_OR_RETURN(clouds.mapped_, tensor_io::MappedFile::Open(paths[0]));
    return clouds;
  }
  ASSIGN_OR_RETURN(clouds.made_, JoinNpy(paths));
  return clouds;
}

}  // namespace widthlab::cli
