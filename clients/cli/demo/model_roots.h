// The folders that a server must be allowed to read for a model of this machine.
//
//   ModelRoots("/models/llama")       // {"/models/llama"}, and where links in it lead
//   ModelRoots("small.gguf")          // its folder
//   ModelRoots("org/name")            // the Hugging Face cache
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_MODEL_ROOTS_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_MODEL_ROOTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::cli {

// NOT_FOUND MODEL_NOT_FOUND on field "model" for what is neither there nor an org/name. An id of an
// artifact needs none.
absl::StatusOr<std::vector<std::string>> ModelRoots(const std::string& model);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_MODEL_ROOTS_H_
