// The files that a model is made of, wherever they lie: a folder in Hugging Face's form, a GGUF
// file, or an artifact that has the files of either.
//
//   ASSIGN_OR_RETURN(const ModelFiles files, FindModelFiles("/models/llama"));
//   ASSIGN_OR_RETURN(const architecture::Architecture a, ReadArchitecture(files));
//   ASSIGN_OR_RETURN(const std::unique_ptr<tensor_io::TensorSource> weights, OpenWeights(files));
//   files.Find(kTokenizerJson);   // its path, or nullptr
//
// Reading needs no LibTorch. Whoever wants a file's bytes opens the path given here, which has been
// through the resolver; nothing else beside it is looked at.
#ifndef WIDTHLAB_COMMON_MODEL_MODEL_FILES_H_
#define WIDTHLAB_COMMON_MODEL_MODEL_FILES_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

inline constexpr char kTokenizerJson[] = "tokenizer.json";
inline constexpr char kTokenizerModel[] = "tokenizer.model";
inline constexpr char kTokenizerConfig[] = "tokenizer_config.json";

struct ModelFiles {
  // What the model is called in errors: the path given, or the artifact's id.
  std::string label = {};
  // Path of each file by its name: config.json, weights and index, and those of kTokenizer... and
  // their like that are there. Of a GGUF, that file alone.
  std::map<std::string, std::string, std::less<>> paths = {};
  // Name of the GGUF file; empty for a folder.
  std::string gguf = {};

  // The path, or nullptr.
  const std::string* Find(std::string_view name) const;
};

// `path` is a folder with config.json and safetensors weights, a folder with one .gguf file and no
// config.json, or a .gguf file. Every file goes through `resolve` before it is opened, and its
// error is returned. NOT_FOUND NO_MODEL says what was looked for; INVALID_ARGUMENT for several
// .gguf files names them.
absl::StatusOr<ModelFiles> FindModelFiles(const std::string& path,
                                          const tensor_io::PathResolver& resolve = {});

// Of an artifact: a training run, or an imported model. NOT_FOUND names the file that it lacks;
// FAILED_PRECONDITION FILE_CHANGED names a file that is not what it was when it was imported.
absl::StatusOr<ModelFiles> StoredModelFiles(artifact::ArtifactStore& store, std::string_view id);

// config.json, or the metadata of the GGUF. Errors name the file.
absl::StatusOr<architecture::Architecture> ReadArchitecture(const ModelFiles& files);

// The weights under Hugging Face's names. Errors name file and tensor.
absl::StatusOr<std::unique_ptr<tensor_io::TensorSource>> OpenWeights(const ModelFiles& files);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_MODEL_FILES_H_
