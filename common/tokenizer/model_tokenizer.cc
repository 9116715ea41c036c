#include "common/tokenizer/model_tokenizer.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/json_depth.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "common/tokenizer/gguf_tokenizer.h"
#include "common/tokenizer/sentence_piece_tokenizer.h"
#include "common/tokenizer/tokenizer_file.h"
#include "common/tokenizer/tokenizer_json.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {
namespace {

using Made = absl::StatusOr<std::unique_ptr<Tokenizer>>;

constexpr size_t kMaxConfigBytes = size_t{1} << 24;
constexpr char kOurModelType[] = "widthlab";

Made About(Made made, std::string_view name) {
  if (!made.ok()) return WithContext(made.status(), name);
  return made;
}

Made FromJson(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  return ParseTokenizerJson(file.bytes());
}

// `missing` where the key is not there or null.
absl::StatusOr<bool> Flag(const nlohmann::json& config, const char* key, bool missing) {
  const auto found = config.find(key);
  if (found == config.end() || found->is_null()) return missing;
  if (!found->is_boolean()) return InvalidField(key, "something else", "true or false");
  return found->get<bool>();
}

absl::StatusOr<SentencePieceFrame> ReadFrame(const std::string* path) {
  SentencePieceFrame frame{.add_bos = true};
  if (path == nullptr) return frame;
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(*path));
  if (file.bytes().size() > kMaxConfigBytes ||
      tensor_io::JsonDepth(file.bytes()) > kMaxTokenizerDepth) {
    return InvalidFieldBecause(model::kTokenizerConfig, "is too large, or nests too deep");
  }
  const auto config =
      nlohmann::json::parse(file.bytes(), /*callback=*/nullptr, /*allow_exceptions=*/false);
  if (!config.is_object()) {
    return InvalidFieldBecause(model::kTokenizerConfig, "is no JSON object");
  }
  ASSIGN_OR_RETURN(frame.add_bos, Flag(config, "add_bos_token", true));
  ASSIGN_OR_RETURN(frame.add_eos, Flag(config, "add_eos_token", false));
  return frame;
}

Made FromSentencePiece(const std::string& path, const std::string* config) {
  ASSIGN_OR_RETURN(const SentencePieceFrame frame, ReadFrame(config));
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  return MakeSentencePieceTokenizer(file.bytes(), frame);
}

Made FromGguf(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::GgufFile file, tensor_io::GgufFile::Open(path));
  return MakeGgufTokenizer(file);
}

Made Choose(const model::ModelFiles& files, const architecture::Architecture& a) {
  if (const std::string* path = files.Find(model::kTokenizerJson); path != nullptr) {
    return About(FromJson(*path), model::kTokenizerJson);
  }
  if (const std::string* path = files.Find(model::kTokenizerModel); path != nullptr) {
    return About(FromSentencePiece(*path, files.Find(model::kTokenizerConfig)),
                 model::kTokenizerModel);
  }
  const std::string* gguf = files.gguf.empty() ? nullptr : files.Find(files.gguf);
  if (gguf != nullptr) {
    Made made = FromGguf(*gguf);
    if (!absl::IsNotFound(made.status())) return About(std::move(made), files.gguf);
  }
  if (a.model_type == kOurModelType && a.vocab_size >= kByteVocabularySize) {
    return MakeByteTokenizer();
  }
  return FailedPrecondition(
      "NO_TOKENIZER",
      absl::StrCat("the model ", files.label, " has no tokenizer: neither ", model::kTokenizerJson,
                   " nor ", model::kTokenizerModel, "; give token ids instead of text"));
}

}  // namespace

Made ModelTokenizer(const model::ModelFiles& files, const architecture::Architecture& a) {
  ASSIGN_OR_RETURN(std::unique_ptr<Tokenizer> tokenizer, Choose(files, a));
  if (tokenizer->vocabulary_size() > a.vocab_size) {
    return InvalidField(
        "model", absl::StrCat("one whose tokenizer has ", tokenizer->vocabulary_size(), " ids"),
        absl::StrCat("one whose tokenizer fits its embedding of ", a.vocab_size, " rows"));
  }
  return tokenizer;
}

Made ParseTokenizer(std::string_view bytes) {
  const size_t begin = bytes.find_first_not_of(" \t\r\n");
  const bool is_json = begin != std::string_view::npos && bytes[begin] == '{';
  // A SentencePiece model begins with its first piece, whose tag is a line feed.
  if (is_json && bytes.front() != '\n') return ParseTokenizerJson(bytes);
  Made made = MakeSentencePieceTokenizer(bytes, {});
  return !made.ok() && is_json ? ParseTokenizerJson(bytes) : std::move(made);
}

Made ReadTokenizer(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  if (file.bytes().substr(0, 4) == "GGUF") return FromGguf(path);
  return ParseTokenizer(file.bytes());
}

}  // namespace widthlab::tokenizer
