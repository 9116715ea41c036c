#include "common/model/model_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/architecture/config_json.h"
#include "common/architecture/gguf_config.h"
#include "common/artifact/linked_blob.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_source.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/safetensors_source.h"

namespace widthlab::model {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxConfigBytes = 1 << 20;
constexpr char kConfig[] = "config.json";
constexpr char kGgufSuffix[] = ".gguf";

// Beside the weights; none has to be there.
constexpr const char* kTokenizerFiles[] = {
    kTokenizerJson,      kTokenizerModel, kTokenizerConfig, "special_tokens_map.json",
    "added_tokens.json", "vocab.json",    "merges.txt"};

// Whether a file of an artifact is a part of the model.
bool IsModelFile(std::string_view name) {
  for (const char* file : kTokenizerFiles) {
    if (name == file) return true;
  }
  return name == kConfig || name == tensor_io::kSafetensorsIndexFile ||
         absl::EndsWith(std::string(name), ".safetensors") ||
         absl::EndsWith(std::string(name), kGgufSuffix);
}

absl::StatusOr<std::string> Resolve(const std::string& path,
                                    const tensor_io::PathResolver& resolve) {
  if (!resolve) return path;
  return resolve(path);
}

// Adds folder/name where it is there, under its resolved path.
absl::Status AddIfThere(const std::string& folder, const std::string& name,
                        const tensor_io::PathResolver& resolve, ModelFiles& files) {
  const std::string path = absl::StrCat(folder, "/", name);
  std::error_code error;
  // A link that leads nowhere is a mistake to be reported, not an absent file.
  if (!fs::exists(fs::symlink_status(path, error))) return absl::OkStatus();
  ASSIGN_OR_RETURN(files.paths[name], Resolve(path, resolve));
  return absl::OkStatus();
}

absl::StatusOr<ModelFiles> GgufFiles(const std::string& label, const std::string& path,
                                     const tensor_io::PathResolver& resolve) {
  ModelFiles files{.label = label};
  files.gguf = fs::path(path).filename().string();
  ASSIGN_OR_RETURN(files.paths[files.gguf], Resolve(path, resolve));
  return files;
}

std::vector<std::string> GgufNames(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    const std::string name = i->path().filename().string();
    if (absl::EndsWith(name, kGgufSuffix)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A folder without config.json.
absl::StatusOr<ModelFiles> FolderOfGguf(const std::string& folder,
                                        const tensor_io::PathResolver& resolve) {
  const std::vector<std::string> names = GgufNames(folder);
  if (names.size() == 1) {
    return GgufFiles(folder, absl::StrCat(folder, "/", names.front()), resolve);
  }
  if (names.empty()) {
    return NotFound("NO_MODEL", folder,
                    absl::StrCat(folder, ": has neither ", kConfig, " nor a .gguf file"));
  }
  return InvalidFieldBecause(
      folder, absl::StrCat(folder, ": has ", names.size(),
                           " .gguf files; name one of them: ", absl::StrJoin(names, ", ")));
}

}  // namespace

const std::string* ModelFiles::Find(std::string_view name) const {
  const auto found = paths.find(name);
  return found == paths.end() ? nullptr : &found->second;
}

absl::StatusOr<ModelFiles> FindModelFiles(const std::string& path,
                                          const tensor_io::PathResolver& resolve) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    if (absl::EndsWith(path, kGgufSuffix)) return GgufFiles(path, path, resolve);
    return NotFound("NO_MODEL", path, absl::StrCat(path, ": is neither a folder nor a .gguf file"));
  }
  ModelFiles files{.label = path};
  RETURN_IF_ERROR(AddIfThere(path, kConfig, resolve, files));
  if (files.paths.empty()) return FolderOfGguf(path, resolve);
  ASSIGN_OR_RETURN(const std::vector<std::string> weights,
                   tensor_io::SafetensorsFiles(path, resolve));
  for (const std::string& name : weights) {
    ASSIGN_OR_RETURN(files.paths[name], Resolve(absl::StrCat(path, "/", name), resolve));
  }
  for (const char* name : kTokenizerFiles) {
    RETURN_IF_ERROR(AddIfThere(path, name, resolve, files));
  }
  return files;
}

absl::StatusOr<ModelFiles> StoredModelFiles(artifact::ArtifactStore& store, std::string_view id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  ModelFiles files{.label = artifact.id()};
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (!IsModelFile(file.name())) continue;
    ASSIGN_OR_RETURN(files.paths[file.name()],
                     artifact::UnchangedPath(store.blobs(), file.digest()));
    if (absl::EndsWith(file.name(), kGgufSuffix)) files.gguf = file.name();
  }
  if (files.gguf.empty() && files.Find(kConfig) == nullptr) {
    return NotFound(
        "NO_MODEL", "model",
        absl::StrCat("artifact ", artifact.id(), " has no ", kConfig, ", so it is no model"));
  }
  return files;
}

absl::StatusOr<architecture::Architecture> ReadArchitecture(const ModelFiles& files) {
  if (!files.gguf.empty()) {
    ASSIGN_OR_RETURN(const tensor_io::GgufFile gguf,
                     tensor_io::GgufFile::Open(*files.Find(files.gguf)));
    return architecture::GgufArchitecture(gguf);
  }
  const std::string& path = *files.Find(kConfig);
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  if (file.bytes().size() > kMaxConfigBytes) {
    return InvalidFieldBecause(path, absl::StrCat("is larger than ", kMaxConfigBytes, " bytes"));
  }
  absl::StatusOr<architecture::Architecture> a = architecture::ParseConfigJson(file.bytes());
  if (!a.ok()) return WithContext(a.status(), path);
  return a;
}

absl::StatusOr<std::unique_ptr<tensor_io::TensorSource>> OpenWeights(const ModelFiles& files) {
  if (!files.gguf.empty()) return tensor_io::OpenGgufSource(*files.Find(files.gguf));
  // The folder is only a name here: each file is where `paths` says.
  return tensor_io::OpenSafetensorsFolder(
      files.label, [&files](const std::string& path) -> absl::StatusOr<std::string> {
        const std::string name = fs::path(path).filename().string();
        const std::string* real = files.Find(name);
        if (real != nullptr) return *real;
        return NotFound("NO_WEIGHTS", files.label,
                        absl::StrCat(files.label, ": has no file ", name));
      });
}

}  // namespace widthlab::model
