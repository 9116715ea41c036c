#include "common/job/finished_parts.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_system.h"
#include "common/log/log.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

constexpr size_t kDigestLength = 64;

absl::Status Write(const std::string& folder, const std::string& path, const std::string& bytes) {
  artifact::FileSystem& files = artifact::FileSystem::Real();
  RETURN_IF_ERROR(files.MakeFolder(folder));
  return artifact::WriteFileAtomically(files, folder, path, bytes);
}

}  // namespace

std::string LayerPart(int64_t layer) { return absl::StrCat("layer-", layer); }

std::string FinishedParts::PathOf(const std::string& name) const {
  return absl::StrCat(folder_, "/", name);
}

std::string FinishedParts::DigestOf(const std::string& name, const std::string& bytes) const {
  artifact::Sha256 hash;
  hash.Update(absl::StrCat(key_, "\n", name, "\n"));
  hash.Update(bytes);
  return hash.Finish();
}

bool FinishedParts::Find(const std::string& name, google::protobuf::MessageLite* part) const {
  if (folder_.empty()) return false;
  const absl::StatusOr<std::string> file =
      artifact::FileSystem::Real().Read(PathOf(name), 0, /*limit=*/-1);
  if (!file.ok() || file->size() < kDigestLength) return false;
  const std::string bytes = file->substr(kDigestLength);
  return file->compare(0, kDigestLength, DigestOf(name, bytes)) == 0 &&
         part->ParseFromString(bytes);
}

void FinishedParts::Keep(const std::string& name, const google::protobuf::MessageLite& part) const {
  if (folder_.empty()) return;
  const std::string bytes = part.SerializeAsString();
  const absl::Status status =
      Write(folder_, PathOf(name), absl::StrCat(DigestOf(name, bytes), bytes));
  if (status.ok()) return;
  log::Warning("part not kept", {{"part", name}, {"message", std::string(status.message())}});
}

}  // namespace widthlab::job
