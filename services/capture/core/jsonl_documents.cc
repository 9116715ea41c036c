#include "services/capture/core/jsonl_documents.h"

#include <map>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "common/artifact/linked_blob.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/jsonl.h"
#include "common/tensor_io/tokens/token_error.h"

namespace widthlab::capture {
namespace {

using Ids = std::vector<uint32_t>;

constexpr size_t kMaxBytes = size_t{4} << 30;

// Lines of one file as documents.
class Lines {
 public:
  Lines(std::string name, const TokenizerMaker& make_tokenizer, int64_t vocabulary_size)
      : name_(std::move(name)), make_(make_tokenizer), vocabulary_size_(vocabulary_size) {}

  absl::StatusOr<Ids> IdsOf(tensor_io::JsonlDocument document) {
    if (const auto* text = std::get_if<std::string>(&document.content)) {
      absl::StatusOr<Ids> ids = Encode(*text);
      if (ids.ok()) return ids;
      return WithContext(ids.status(), absl::StrCat(name_, ": line ", document.line));
    }
    Ids ids = std::get<Ids>(std::move(document.content));
    for (const uint32_t id : ids) {
      if (id < vocabulary_size_) continue;
      return tensor_io::TokenError(
          name_, "vocabulary",
          absl::StrCat("line ", document.line, " has the id ", id,
                       ", outside the model's vocabulary of ", vocabulary_size_));
    }
    return ids;
  }

 private:
  absl::StatusOr<Ids> Encode(const std::string& text) {
    if (tokenizer_ == nullptr) {
      ASSIGN_OR_RETURN(tokenizer_, make_());
    }
    ASSIGN_OR_RETURN(const std::vector<int64_t> ids, tokenizer_->EncodeDocument(text));
    return Ids(ids.begin(), ids.end());
  }

  const std::string name_;
  const TokenizerMaker& make_;
  const int64_t vocabulary_size_;
  std::unique_ptr<tokenizer::Tokenizer> tokenizer_;
};

}  // namespace

absl::StatusOr<std::vector<tokenizer::TokenDocument>> LoadJsonl(
    artifact::ArtifactStore& store, std::string_view id, std::string_view field,
    const TokenizerMaker& make_tokenizer, int64_t vocabulary_size) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  std::map<std::string, std::string> digests;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    digests[file.name()] = file.digest();
  }
  std::vector<tokenizer::TokenDocument> documents;
  for (const auto& [name, digest] : digests) {
    ASSIGN_OR_RETURN(const std::string path, artifact::UnchangedPath(store.blobs(), digest));
    ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
    if (file.bytes().size() > kMaxBytes) {
      return InvalidField("text", absl::StrCat("JSONL of ", file.bytes().size(), " bytes"),
                          "at most 4 GiB: cut the file, or make shards of ids of it");
    }
    Lines lines(name, make_tokenizer, vocabulary_size);
    const auto take = [&, path = name](tensor_io::JsonlDocument document) -> absl::Status {
      ASSIGN_OR_RETURN(Ids ids, lines.IdsOf(std::move(document)));
      documents.push_back({.path = path, .ids = std::move(ids)});
      return absl::OkStatus();
    };
    RETURN_IF_ERROR(tensor_io::ReadJsonl(file.bytes(), name, field, take));
    RETURN_IF_ERROR(file.CheckUnchanged());
  }
  return documents;
}

}  // namespace widthlab::capture
