#include "services/geometry/core/measure/finished_layers.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_system.h"
#include "common/log/log.h"
#include "common/status/macros.h"

namespace widthlab::geometry {
namespace {

constexpr size_t kDigestLength = 64;

absl::Status Write(const std::string& folder, const std::string& path, const std::string& bytes) {
  artifact::FileSystem& files = artifact::FileSystem::Real();
  RETURN_IF_ERROR(files.MakeFolder(folder));
  return artifact::WriteFileAtomically(files, folder, path, bytes);
}

}  // namespace

std::string FinishedLayers::PathOf(int64_t layer) const {
  return absl::StrCat(folder_, "/layer-", layer);
}

std::string FinishedLayers::DigestOf(int64_t layer, const std::string& bytes) const {
  artifact::Sha256 hash;
  hash.Update(absl::StrCat(key_, "\n", layer, "\n"));
  hash.Update(bytes);
  return hash.Finish();
}

std::optional<v1::Profile> FinishedLayers::Find(int64_t layer) const {
  if (folder_.empty()) return std::nullopt;
  const absl::StatusOr<std::string> file =
      artifact::FileSystem::Real().Read(PathOf(layer), 0, /*limit=*/-1);
  if (!file.ok() || file->size() < kDigestLength) return std::nullopt;
  const std::string bytes = file->substr(kDigestLength);
  v1::Profile profile;
  if (file->compare(0, kDigestLength, DigestOf(layer, bytes)) != 0 ||
      !profile.ParseFromString(bytes)) {
    return std::nullopt;
  }
  return profile;
}

void FinishedLayers::Keep(int64_t layer, const v1::Profile& profile) const {
  if (folder_.empty()) return;
  const std::string bytes = profile.SerializeAsString();
  const absl::Status status =
      Write(folder_, PathOf(layer), absl::StrCat(DigestOf(layer, bytes), bytes));
  if (status.ok()) return;
  log::Warning("layer not kept",
               {{"layer", absl::StrCat(layer)}, {"message", std::string(status.message())}});
}

}  // namespace widthlab::geometry
