#include "clients/cli/import_commands.h"

#include <filesystem>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/cloud_files.h"
#include "clients/cli/format.h"
#include "clients/cli/input_file.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/import_client.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using capture::v1::ImportActivationsRequest;
using training::v1::ImportTrainingResultsRequest;
using training::v1::ImportTrainingResultsResponse;

absl::StatusOr<model::v1::Architecture> ReadArchitecture(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string json, ReadInput("--architecture", path));
  model::v1::Architecture architecture;
  const absl::Status status = spec::ParseJson(json, architecture);
  if (!status.ok()) return WithContext(status, "--architecture");
  return architecture;
}

absl::StatusOr<ExitCode> ImportClouds(const Arguments& arguments, Session& session) {
  std::vector<std::string> paths;
  for (size_t i = 0; i < arguments.positional_count(); ++i) {
    paths.push_back(arguments.Positional(i));
  }
  ASSIGN_OR_RETURN(const CloudFiles clouds, OpenCloudFiles(paths));
  ImportActivationsRequest request;
  request.set_source(arguments.Value("source", clouds.source()));
  int32_t subsamples = 0;
  const std::string given = arguments.Value("subsamples", "0");
  if (!absl::SimpleAtoi(given, &subsamples) || subsamples < 0) {
    return UsageError("--subsamples", absl::StrCat("'", given, "' is no number of subsamples"));
  }
  request.set_subsamples(subsamples);
  if (arguments.Has("architecture")) {
    ASSIGN_OR_RETURN(*request.mutable_architecture(),
                     ReadArchitecture(arguments.Value("architecture")));
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ImportActivations(to, clouds.bytes(), request));
  if (session.json()) {
    session.PrintJson(artifact);
  } else {
    session.out() << "activations " << artifact.id() << "\n";
  }
  return kSuccess;
}

// ARM=PATH of --architecture.
absl::Status AddArchitecture(const std::string& text, ImportTrainingResultsRequest& request) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return UsageError("--architecture", absl::StrCat("'", text, "' is not ARM=PATH"));
  }
  ASSIGN_OR_RETURN((*request.mutable_architectures())[text.substr(0, equals)],
                   ReadArchitecture(text.substr(equals + 1)));
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> ImportResults(const Arguments& arguments, Session& session) {
  const std::string path = arguments.Positional(0);
  ImportTrainingResultsRequest request;
  ASSIGN_OR_RETURN(*request.mutable_csv(), ReadInput("FILE", path));
  const std::string name =
      path == "-" ? "results" : std::filesystem::path(path).filename().string();
  request.set_source(arguments.Value("source", name));
  for (const std::string& text : arguments.Values("architecture")) {
    RETURN_IF_ERROR(AddArchitecture(text, request));
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const ImportTrainingResultsResponse response,
                   client::ImportTrainingResults(to.training, request));
  if (session.json()) {
    session.PrintJson(response);
    return kSuccess;
  }
  for (const training::v1::ImportedArm& arm : response.arms()) {
    for (int i = 0; i < arm.runs_size(); ++i) {
      session.out() << "run " << arm.runs(i).id() << " " << arm.name() << " seed " << arm.seeds(i)
                    << "\n";
    }
  }
  return kSuccess;
}

absl::StatusOr<ExitCode> ImportModel(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ImportModel(to.capture, arguments.Positional(0)));
  if (session.json()) {
    session.PrintJson(artifact);
  } else {
    session.out() << "model " << artifact.id() << "\n";
  }
  return kSuccess;
}

absl::StatusOr<ExitCode> ImportTokens(const Arguments& arguments, Session& session) {
  const std::string path = arguments.Positional(0);
  const std::string format = arguments.Value("format");
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   arguments.Has("upload") ? client::UploadTokens(to, path, format)
                                           : client::ImportTokens(to.capture, path, format));
  if (session.json()) {
    session.PrintJson(artifact);
  } else {
    session.out() << "text " << artifact.id() << "\n";
  }
  return kSuccess;
}

FlagSpec SourceFlag() {
  return {.name = "source",
          .value = "NAME",
          .help = "what the import is called; the file's name where left out"};
}

Command CloudsCommand() {
  return {
      .group = "import",
      .verb = "clouds",
      .summary = "Bring token clouds of your own, to be measured.",
      .description =
          "FILE is a safetensors file with ffn_in.0 and ffn_out.0 [tokens, coordinates] of every\n"
          "layer from 0 on, or .npy matrices in pairs: X and Y of layer 0, of layer 1, and so on.\n"
          "Row i of all is the same token, before and after the FFN of its layer. The file may\n"
          "also have sequence, position, token_id and subsample [tokens] of whole numbers.",
      .arguments = {{.name = "FILE",
                     .help = "file on this machine",
                     .values = FileValues(),
                     .repeated = true}},
      .flags = {{.name = "subsamples",
                 .value = "N",
                 .help = "cut the rows into N equal parts, for standard errors"},
                {.name = "architecture",
                 .value = "PATH",
                 .help = "shape of the model as JSON: layers, hidden_size, heads, ffn_width, …",
                 .values = FileValues()},
                SourceFlag()},
      .examples =
          "  widthctl import clouds clouds.safetensors --subsamples 8\n"
          "  widthctl import clouds x0.npy y0.npy x1.npy y1.npy\n",
      .run = ImportClouds};
}

Command ModelCommand() {
  return {
      .group = "import",
      .verb = "model",
      .summary = "Give a model on the server an id, without copying it.",
      .description =
          "MODEL is the folder of a checkpoint (config.json and safetensors) or a .gguf file,\n"
          "or the org/name of a model in the server's Hugging Face cache. The files stay where\n"
          "they are; one that changes afterwards is an error that names it. A path is one on\n"
          "the server, below one of its import roots, made absolute here where it begins with\n"
          "/ or . or is there.",
      .arguments = {{.name = "MODEL",
                     .help = "path on the server, or org/name",
                     .values = FileValues()}},
      .examples =
          "  widthctl import model ./checkpoint\n"
          "  widthctl import model Qwen/Qwen2.5-0.5B\n",
      .run = ImportModel};
}

Command TokensCommand() {
  return {
      .group = "import",
      .verb = "tokens",
      .summary = "Give token shards on the server an id, without copying them.",
      .description =
          "PATH is a shard of llm.c or nanoGPT (.bin), of Megatron (.bin with its .idx beside "
          "it),\n"
          "JSON lines (.jsonl), or a folder of shards of one format. The files stay where they\n"
          "are; one that changes afterwards is an error that names it. The path is one on the\n"
          "server, below one of its import roots. The text that results is read by `capture run\n"
          "--input ID`, and by `--set text=ID` of other verbs.",
      .arguments = {{.name = "PATH", .help = "path on the server", .values = FileValues()}},
      .flags = {{.name = "format",
                 .value = "WORD",
                 .help =
                     "llm_c, nanogpt, nanogpt_u32, megatron or jsonl; needed where the file does "
                     "not tell it, as of nanoGPT",
                 .values = WordValues({"llm_c", "nanogpt", "nanogpt_u32", "megatron", "jsonl"})},
                {.name = "upload", .help = "the path is one on this machine: send the files"}},
      .examples =
          "  widthctl import tokens ./fineweb_train_000001.bin\n"
          "  widthctl import tokens ./openwebtext/train.bin --format nanogpt\n",
      .run = ImportTokens};
}

Command ResultsCommand() {
  return {
      .group = "import",
      .verb = "results",
      .summary = "Bring loss curves of training runs of your own, to be compared.",
      .description =
          "FILE is CSV with a header line and the columns arm, seed, step and loss (validation\n"
          "loss in nats), and optionally tokens, training_loss and learning_rate; others are\n"
          "passed over. Each arm and seed becomes a training run.",
      .arguments = {{.name = "FILE",
                     .help = "file on this machine; - reads standard input",
                     .values = FileValues()}},
      .flags = {{.name = "architecture",
                 .value = "ARM=PATH",
                 .help = "shape of an arm's model as JSON; may stand several times",
                 .repeated = true},
                SourceFlag()},
      .examples =
          "  widthctl import results runs.csv\n"
          "  widthctl import results runs.csv --architecture uniform=uniform.json --json\n",
      .run = ImportResults};
}

}  // namespace

std::vector<Command> ImportCommands() {
  return {CloudsCommand(), ModelCommand(), ResultsCommand(), TokensCommand()};
}

}  // namespace widthlab::cli
