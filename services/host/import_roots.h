// The folders below which a server reads paths that clients name.
//
//   ImportRoots roots({"/data/models"});
//   ASSIGN_OR_RETURN(const std::string path, roots.Resolve("model", "/data/models/tiny"));
#ifndef WIDTHLAB_SERVICES_HOST_IMPORT_ROOTS_H_
#define WIDTHLAB_SERVICES_HOST_IMPORT_ROOTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::host {

class ImportRoots {
 public:
  // Folders that are not there allow nothing.
  explicit ImportRoots(const std::vector<std::string>& folders);

  // The folder a server was started in, and the user's Hugging Face cache.
  static std::vector<std::string> Defaults();

  // The real path of `path`, with all links followed. PERMISSION_DENIED OUTSIDE_IMPORT_ROOTS says
  // how to allow it, and is also the answer for paths outside that are not there; NOT_FOUND
  // PATH_NOT_FOUND; INVALID_ARGUMENT for a path that is not absolute. Errors name `field`.
  absl::StatusOr<std::string> Resolve(std::string_view field, std::string_view path) const;

 private:
  // Real paths.
  std::vector<std::string> folders_;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_IMPORT_ROOTS_H_
