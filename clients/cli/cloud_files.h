// Clouds on this machine, as bytes to be imported.
//
//   ASSIGN_OR_RETURN(const CloudFiles clouds, OpenCloudFiles({"x0.npy", "y0.npy"}));
//   clouds.bytes();     // of one safetensors file
//   clouds.source();    // "x0.npy"
#ifndef WIDTHLAB_CLIENTS_CLI_CLOUD_FILES_H_
#define WIDTHLAB_CLIENTS_CLI_CLOUD_FILES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/mapped_file.h"

namespace widthlab::cli {

class CloudFiles {
 public:
  std::string_view bytes() const { return made_.empty() ? mapped_.bytes() : made_; }
  // Name of the first file, without its folder.
  const std::string& source() const { return source_; }

 private:
  friend absl::StatusOr<CloudFiles> OpenCloudFiles(const std::vector<std::string>& paths);

  std::string source_;
  tensor_io::MappedFile mapped_;
  // Of .npy files.
  std::string made_;
};

// One safetensors file, or pairs of .npy matrices: X and Y of layer 0, X and Y of layer 1, and so
// on. INVALID_ARGUMENT names the file that is missing, that has another format, or that no pair has
// been given for.
absl::StatusOr<CloudFiles> OpenCloudFiles(const std::vector<std::string>& paths);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CLOUD_FILES_H_
