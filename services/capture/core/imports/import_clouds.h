// Clouds that were captured elsewhere, as activations that can be measured.
//
//   ASSIGN_OR_RETURN(const artifact::v1::Artifact activations,
//                    ImportClouds({.cloud_digest = digest, .source = "mine.safetensors"}, store,
//                                 pool, check));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_CLOUDS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_CLOUDS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/numeric/thread_pool.h"
#include "widthlab/model/v1/model.pb.h"

namespace widthlab::capture {

// What to import.
struct CloudImport {
  // Of a blob of the store: a safetensors file as docs/formats/activations.md says.
  std::string cloud_digest = {};
  std::string source = {};
  // Equal parts where the file has no `subsample`; 0 means 1.
  int64_t subsamples = 0;
  // Shape of the model, where it is known.
  std::optional<model::v1::Architecture> architecture = {};
};

// Checks every number, writes cloud.safetensors with all tables of tokens, and summary.json with
// the outlier report, and commits both. The same file under the same name gives the same artifact.
//
// INVALID_ARGUMENT: errors of ReadLayout and ReadTokenTable; "ffn_out.3[17][5]" that is NaN or
// infinite; a file that is no safetensors file; an architecture of other layers or width. NOT_FOUND
// BLOB_NOT_FOUND. `check` is asked between layers, from several threads, and its error ends the
// import. Memory 16·n·d bytes for each thread.
absl::StatusOr<artifact::v1::Artifact> ImportClouds(const CloudImport& what,
                                                    artifact::ArtifactStore& store,
                                                    numeric::ThreadPool& pool,
                                                    absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_CLOUDS_H_
