#include "clients/cli/demo/model_roots.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "common/model/hugging_face_cache.h"
#include "common/status/error.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kShortestId = 8;

bool IsId(const std::string& model) {
  return model.size() >= kShortestId && std::all_of(model.begin(), model.end(), [](char c) {
           return absl::ascii_isxdigit(static_cast<unsigned char>(c));
         });
}

void Add(const fs::path& folder, std::vector<std::string>& roots) {
  if (std::find(roots.begin(), roots.end(), folder.string()) == roots.end()) {
    roots.push_back(folder.string());
  }
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ModelRoots(const std::string& model) {
  std::vector<std::string> roots;
  std::error_code error;
  const fs::path path = fs::canonical(model, error);
  if (error) {
    if (IsId(model)) return roots;
    if (model::IsHuggingFaceName(model)) return std::vector{model::HuggingFaceCacheFolder()};
    return NotFound("MODEL_NOT_FOUND", "model",
                    absl::StrCat("model: there is no file or folder ", model,
                                 ", and it is no org/name of a model in the Hugging Face cache"));
  }
  if (!fs::is_directory(path, error)) {
    Add(path.parent_path(), roots);
    return roots;
  }
  Add(path, roots);
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    if (!entry.is_symlink(error)) continue;
    const fs::path target = fs::canonical(entry.path(), error);
    if (!error) Add(target.parent_path(), roots);
  }
  return roots;
}

}  // namespace widthlab::cli
