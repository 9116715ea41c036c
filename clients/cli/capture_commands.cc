#include "clients/cli/capture_commands.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/run_command.h"
#include "clients/cli/run_request.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/capture_client.h"
#include "clients/cpp/download.h"
#include "clients/cpp/import_client.h"
#include "clients/cpp/job_client.h"
#include "clients/cpp/model_client.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/find_shards.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::cli {
namespace {

using capture::v1::ActivationsSummary;
using capture::v1::CaptureActivationsRequest;
using capture::v1::CaptureSpec;
using job::v1::Job;

constexpr char kTokenIds[] = "token_ids";

absl::Status CheckFlags(const Arguments& arguments) {
  if (!arguments.Has("model")) return UsageError("--model", "say which model to read");
  if (arguments.Has("text") + arguments.Has("tokens") + arguments.Has("input") != 1) {
    return UsageError("--tokens", "give one of --tokens, --text and --input");
  }
  if (arguments.Has("format") && arguments.Has("text")) {
    return UsageError("--format", "goes with --tokens and --input; --text is text");
  }
  const std::string keep = arguments.Value("keep");
  if (arguments.Has("keep") && keep != "all") {
    return UsageError("--keep", absl::StrCat("'", keep, "' is not all"));
  }
  const std::string dtype = arguments.Value("dtype", "float32");
  if (dtype != "float32" && dtype != "bfloat16") {
    return UsageError("--dtype", absl::StrCat("'", dtype, "' is neither float32 nor bfloat16"));
  }
  return absl::OkStatus();
}

// Whether --tokens is a file of {"input_ids": ...}: what is no shard by its name or --format.
bool IsTokenJson(const Arguments& arguments) {
  const std::string format = arguments.Value("format");
  if (!format.empty()) return format == kTokenIds;
  return !tensor_io::HasShardName(arguments.Value("tokens"));
}

// Everything but the id of the text.
absl::StatusOr<CaptureSpec> SpecOf(const Arguments& arguments) {
  CaptureSpec spec;
  spec.set_model(client::ModelOnServer(arguments.Value("model")));
  spec.set_keep_all(arguments.Has("keep"));
  spec.set_logits(arguments.Has("logits"));
  if (arguments.Value("dtype") == "bfloat16") spec.set_dtype("bfloat16");
  // Of shards it is known where they were imported.
  if (arguments.Has("tokens") && IsTokenJson(arguments)) spec.set_input_format(kTokenIds);
  if (arguments.Has("input")) spec.set_input_format(arguments.Value("format"));
  for (const std::string& list : arguments.Values("points")) {
    for (const auto& point : absl::StrSplit(list, ',', absl::SkipWhitespace())) {
      spec.add_points(std::string(point));
    }
  }
  RETURN_IF_ERROR(ApplySettings(arguments.Values("set"), spec));
  return spec;
}

void PrintEstimate(const Session& session, const Job& job) {
  job::v1::StepMetadata metadata;
  if (!job.metadata().UnpackTo(&metadata)) return;
  const job::v1::CostEstimate& estimate = metadata.estimate();
  session.out() << job.name() << "  about " << FormatDuration(estimate.seconds()) << ", "
                << FormatBytes(estimate.peak_memory_bytes()) << " of memory, "
                << FormatBytes(estimate.artifact_bytes()) << " of clouds" << std::endl;
}

// The cloud into the file, the summary back.
absl::StatusOr<ActivationsSummary> Fetch(const client::Connections& to, const std::string& id,
                                         const std::string& output) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(to.orchestrator).Get(id));
  ActivationsSummary summary;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (file.name() == "cloud.safetensors" && !output.empty()) {
      RETURN_IF_ERROR(client::DownloadFile(to.orchestrator, file, output));
    }
    if (file.name() != "summary.json") continue;
    ASSIGN_OR_RETURN(const std::string json, client::ReadFile(to.orchestrator, file));
    RETURN_IF_ERROR(spec::ParseJson(json, summary));
  }
  return summary;
}

void PrintSummary(const Session& session, const std::string& id, const std::string& output,
                  const ActivationsSummary& summary) {
  const int64_t rows = int64_t{summary.subsamples()} * summary.tokens_per_subsample();
  if (session.json()) {
    Json line;
    line["artifact"] = id;
    line["output"] = output;
    line["loss"] = JsonOf(summary.loss());
    line["layers"] = summary.architecture().layers();
    line["hidden_size"] = summary.architecture().hidden_size();
    line["rows"] = rows;
    line["sequences"] = summary.sequences();
    PrintLine(session.out(), line);
    return;
  }
  session.out() << "activations " << id << "\n"
                << rows << " tokens of " << summary.sequences() << " sequences, "
                << summary.architecture().layers() << " layers; loss " << summary.loss()
                << " nats\n";
  if (!output.empty()) session.out() << "written to " << output << "\n";
}

// The id of what is read, which is sent to the server unless that has it.
absl::StatusOr<std::string> TextOf(const Arguments& arguments, const Session& session,
                                   const client::Connections& to) {
  if (arguments.Has("input")) return arguments.Value("input");
  if (arguments.Has("text")) return ImportText(session, to.orchestrator, {arguments.Value("text")});
  const std::string path = arguments.Value("tokens");
  if (IsTokenJson(arguments)) return ImportText(session, to.orchestrator, {path});
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::UploadTokens(to, path, arguments.Value("format")));
  return artifact.id();
}

absl::StatusOr<ExitCode> Run(const Arguments& arguments, Session& session) {
  RETURN_IF_ERROR(CheckFlags(arguments));
  CaptureActivationsRequest request;
  ASSIGN_OR_RETURN(*request.mutable_spec(), SpecOf(arguments));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(*request.mutable_spec()->mutable_text(), TextOf(arguments, session, to));
  request.set_validate_only(arguments.Has("dry-run"));
  ASSIGN_OR_RETURN(const Job started, client::CaptureActivations(to.capture, request));
  if (arguments.Has("dry-run") && session.json()) session.PrintJson(started);
  if (!session.json()) PrintEstimate(session, started);
  if (arguments.Has("dry-run")) return kSuccess;
  const std::unique_ptr<ProgressView> view = session.NewView();
  ASSIGN_OR_RETURN(const Job job,
                   client::JobClient(to.orchestrator).Wait(started.name(), [&](const Job& now) {
                     view->Show(now);
                   }));
  view->Finish();
  job::v1::StepResult result;
  if (job.state() != job::v1::JOB_STATE_SUCCEEDED || !job.result().UnpackTo(&result)) {
    return session.ReportEnd(job);
  }
  const std::string output = arguments.Value("output");
  ASSIGN_OR_RETURN(const ActivationsSummary summary, Fetch(to, result.artifact(), output));
  PrintSummary(session, result.artifact(), output, summary);
  return kSuccess;
}

std::vector<FlagSpec> Flags() {
  return {
      {.name = "model",
       .value = "MODEL",
       .help = "path on the server (a checkpoint's folder or a .gguf file), id, or org/name",
       .values = FileValues()},
      {.name = "tokens",
       .value = "FILE",
       .help =
           "JSON {\"input_ids\": [[...], ...]}, every row one sequence; or a token shard: .bin of "
           "llm.c, nanoGPT or Megatron, or .jsonl",
       .values = FileValues()},
      {.name = "text", .value = "FILE", .help = "text file or folder", .values = FileValues()},
      {.name = "input", .value = "ID", .help = "a text or token shards that the server has"},
      {.name = "format",
       .value = "WORD",
       .help = "of --tokens or --input: token_ids, llm_c, nanogpt, nanogpt_u32, megatron or jsonl; "
               "needed where the file does not tell it, as of nanoGPT",
       .values = WordValues({"token_ids", "llm_c", "nanogpt", "nanogpt_u32", "megatron", "jsonl"})},
      {.name = "keep",
       .value = "all",
       .help = "every position of every sequence, in order, instead of a sample",
       .values = WordValues({"all"})},
      {.name = "logits", .help = "also the scores of the next token"},
      {.name = "points",
       .value = "LIST",
       .help = "any of ffn_in, ffn_out, attention_out, ffn_norm, ffn_update, with commas between;"
               " left out: ffn_in,ffn_out",
       .repeated = true},
      {.name = "dtype",
       .value = "TYPE",
       .help = "float32 (when left out) or bfloat16, of matrix products",
       .values = WordValues({"float32", "bfloat16"})},
      {.name = "set",
       .value = "KEY=VALUE",
       .help = "any other field of CaptureSpec, for instance subsamples=4",
       .repeated = true},
      {.name = "output",
       .value = "FILE",
       .help = "safetensors file to write here",
       .values = FileValues()},
      {.name = "dry-run", .help = "check everything, say what it would cost, start nothing"}};
}

}  // namespace

std::vector<Command> CaptureCommands() {
  return {
      {.group = "capture",
       .verb = "run",
       .summary = "Run a model over text and keep the residual stream around every FFN.",
       .description =
           "The model is read layer by layer, so that it may be larger than the memory. The\n"
           "file has ffn_in.LAYER and ffn_out.LAYER [n, d], and sequence, position, token_id\n"
           "and subsample [n]. Without --keep tokens are sampled as `--set seed=`,\n"
           "sequences=, subsamples= and tokens_per_subsample= say.",
       .flags = Flags(),
       .examples =
           "  widthctl capture run --model ./llama --text notes.txt --output cloud.safetensors\n"
           "  widthctl capture run --model ./llama --tokens ids.json --keep all --json\n"
           "  widthctl capture run --model ./gpt2 --tokens train.bin --format nanogpt\n",
       .run = Run}};
}

}  // namespace widthlab::cli
