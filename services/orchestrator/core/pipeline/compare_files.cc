#include "services/orchestrator/core/pipeline/compare_files.h"

#include <limits>
#include <map>
#include <string>

#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/tensor_difference.h"

namespace widthlab::pipeline {
namespace {

constexpr char kSafetensors[] = ".safetensors";

bool HoldsTensors(const std::string& name) {
  const std::string suffix = kSafetensors;
  return name.size() > suffix.size() &&
         name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
}

absl::StatusOr<double> Difference(const v1::FileReproduction& file,
                                  artifact::ArtifactStore& store) {
  if (!HoldsTensors(file.name())) return std::numeric_limits<double>::quiet_NaN();
  if (file.equal()) return 0;
  if (file.digest().empty() || file.new_digest().empty()) {
    return std::numeric_limits<double>::infinity();
  }
  ASSIGN_OR_RETURN(const std::string first, store.blobs().LocalPath(file.digest()));
  ASSIGN_OR_RETURN(const std::string again, store.blobs().LocalPath(file.new_digest()));
  return LargestTensorDifference(first, again);
}

}  // namespace

absl::Status CompareFiles(const artifact::v1::Artifact& first, const artifact::v1::Artifact& again,
                          artifact::ArtifactStore& store, v1::Reproduction& reproduction) {
  std::map<std::string, v1::FileReproduction> files;
  for (const artifact::v1::ArtifactFile& file : first.manifest().files()) {
    files[file.name()].set_digest(file.digest());
  }
  for (const artifact::v1::ArtifactFile& file : again.manifest().files()) {
    files[file.name()].set_new_digest(file.digest());
  }
  bool equal = true;
  for (auto& [name, file] : files) {
    file.set_name(name);
    file.set_equal(file.digest() == file.new_digest());
    equal = equal && file.equal();
    ASSIGN_OR_RETURN(const double difference, Difference(file, store));
    file.set_largest_difference(difference);
    *reproduction.add_files() = file;
  }
  reproduction.set_equal(equal);
  return absl::OkStatus();
}

}  // namespace widthlab::pipeline
