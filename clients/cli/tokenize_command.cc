#include "clients/cli/tokenize_command.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/input_file.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/model_client.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/model_tokenizer.h"

namespace widthlab::cli {
namespace {

using Ids = std::vector<int64_t>;

// A whole file, which may be empty; "-" is standard input.
absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const bool is_empty = path != "-" && file && file.peek() == std::ifstream::traits_type::eof();
  if (is_empty && !file.bad()) return std::string();
  return ReadInput("--text", path);
}

// With a tokenizer's own file no server is needed.
absl::StatusOr<Ids> IdsHere(const std::string& path, const std::string& text, bool with_special) {
  const auto tokenizer = tokenizer::ReadTokenizer(path);
  if (!tokenizer.ok()) return WithContext(tokenizer.status(), path);
  return with_special ? (*tokenizer)->EncodeDocument(text) : (*tokenizer)->Encode(text);
}

absl::StatusOr<Ids> IdsOfModel(Session& session, const std::string& model, const std::string& text,
                               bool with_special) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  return client::Tokenize(to.capture, model, text, with_special);
}

absl::StatusOr<ExitCode> Tokenize(const Arguments& arguments, Session& session) {
  const std::string model = arguments.Value("model", "");
  const std::string file = arguments.Value("tokenizer", "");
  if (model.empty() == file.empty()) {
    return UsageError("--model", "give either --model or --tokenizer");
  }
  if (!arguments.Has("text")) return UsageError("--text", "give the text's file");
  ASSIGN_OR_RETURN(const std::string text, ReadText(arguments.Value("text")));
  const bool with_special = !arguments.Has("no-special");
  ASSIGN_OR_RETURN(const Ids ids, model.empty() ? IdsHere(file, text, with_special)
                                                : IdsOfModel(session, model, text, with_special));
  if (session.json()) {
    PrintLine(session.out(), {{"ids", {ids}}});
  } else {
    session.out() << absl::StrJoin(ids, " ") << "\n";
  }
  return kSuccess;
}

}  // namespace

Command TokenizeCommand() {
  return {
      .group = "model",
      .verb = "tokenize",
      .summary = "Turn a text into token ids.",
      .description =
          "With the special tokens that the model's own configuration puts around a document.\n"
          "--tokenizer reads a tokenizer.json, a SentencePiece tokenizer.model or a .gguf file\n"
          "of this machine and needs no server.",
      .flags = {{.name = "model",
                 .value = "MODEL",
                 .help = "id of a training run or model, path of a checkpoint, or org/name",
                 .values = FileValues()},
                {.name = "tokenizer",
                 .value = "FILE",
                 .help = "a tokenizer's own file",
                 .values = FileValues()},
                {.name = "text",
                 .value = "FILE",
                 .help = "the text, UTF-8; - reads standard input",
                 .values = FileValues()},
                {.name = "no-special", .help = "leave out what goes around a document"}},
      .examples =
          "  widthctl model tokenize --tokenizer tokenizer.json --text notes.txt\n"
          "  widthctl model tokenize --model org/name --text notes.txt --json\n",
      .run = Tokenize};
}

}  // namespace widthlab::cli
