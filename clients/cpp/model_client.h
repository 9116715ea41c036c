// Models as the capture service reads them.
//
//   ASSIGN_OR_RETURN(const ModelInspection model, InspectModel(connections.capture, "3fa9c1e2"));
#ifndef WIDTHLAB_CLIENTS_CPP_MODEL_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_MODEL_CLIENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::client {

// `model` is an id, or a path on the server.
absl::StatusOr<capture::v1::ModelInspection> InspectModel(const Connection& connection,
                                                          const std::string& model);

// The ids of `text` as the model's tokenizer gives them, with or without the special tokens around
// a document. `model` is an id, a path on the server, or org/name.
absl::StatusOr<std::vector<int64_t>> Tokenize(const Connection& connection,
                                              const std::string& model, const std::string& text,
                                              bool with_special);

// What the server is to be asked for: `model` itself, or an absolute path where it begins with "/"
// or "." or is a file or folder here.
std::string ModelOnServer(const std::string& model);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_MODEL_CLIENT_H_
