#include "clients/cli/model_commands.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/format.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/model_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using capture::v1::ModelInspection;

std::string WidthsText(const model::v1::Architecture& shape, bool unicode) {
  if (shape.ffn_widths().empty()) return absl::StrCat(shape.ffn_width(), " in every layer");
  return FormatWidths({shape.ffn_widths().begin(), shape.ffn_widths().end()}, unicode);
}

absl::StatusOr<ExitCode> Inspect(const Arguments& arguments, Session& session) {
  const std::string model_name = arguments.Value("model", arguments.Positional(0));
  if (model_name.empty()) return UsageError("MODEL", "give a model: an argument, or --model");
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const ModelInspection model, client::InspectModel(to.capture, model_name));
  if (session.json()) {
    session.PrintJson(model);
  } else {
    session.out() << ModelText(session.console(), model);
  }
  return kSuccess;
}

}  // namespace

std::string ModelText(const Console& console, const ModelInspection& model) {
  const model::v1::Architecture& shape = model.architecture();
  const model::v1::Accounts& accounts = model.accounts();
  const int kv_heads = shape.has_kv_heads() ? shape.kv_heads() : shape.heads();
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"type", model.model_type()},
      {"tokenizer", model.tokenizer()},
      {"layers", absl::StrCat(shape.layers())},
      {"residual width", absl::StrCat(shape.hidden_size())},
      {"heads", absl::StrCat(shape.heads(), ", ", kv_heads, " for keys and values")},
      {"FFN widths", WidthsText(shape, console.unicode)},
      {"vocabulary", FormatExact(shape.vocab_size())},
      {"positions", FormatExact(shape.max_positions())},
      {"parameters", FormatExact(accounts.total_parameters())},
      {"  FFN", FormatExact(accounts.ffn_parameters())},
      {"  attention", FormatExact(accounts.attention_parameters())},
      {"  embedding", FormatExact(accounts.embedding_parameters())},
      {"forward FLOPs", FormatCount(accounts.forward_flops_per_token()) + " a token"},
      {"cache", FormatBytes(accounts.kv_bytes_per_token()) + " a token"},
      {"capture", absl::StrCat("about ", FormatDuration(model.capture_estimate().seconds()), ", ",
                               FormatBytes(model.capture_estimate().peak_memory_bytes()),
                               " of memory, with the defaults")},
      {"weights", absl::StrCat(model.tensors(), " tensors, ", model.dtype(), ", ",
                               FormatBytes(model.weight_bytes()))},
  };
  std::string text;
  for (const auto& [name, value] : lines) {
    absl::StrAppend(&text, name, std::string(16 - name.size(), ' '), value, "\n");
  }
  if (model.missing_tensors_size() > 0) {
    absl::StrAppend(&text, "missing         ", absl::StrJoin(model.missing_tensors(), " "), "\n");
  }
  if (model.unexpected_tensors_size() > 0) {
    absl::StrAppend(&text, "unexpected      ", absl::StrJoin(model.unexpected_tensors(), " "),
                    "\n");
  }
  return text;
}

std::vector<Command> ModelCommands() {
  return {
      {.group = "model",
       .verb = "inspect",
       .summary = "Show the shape of a model and what it costs.",
       .description =
           "A path is one on the server, made absolute here where it begins with / or . or is\n"
           "there; the server reads it only below its import roots.",
       .arguments = {{.name = "MODEL",
                      .help = "id of a training run or model, path of a checkpoint's folder or\n"
                              ".gguf file, or org/name",
                      .required = false,
                      .values = FileValues()}},
       .flags = {{.name = "model",
                  .value = "MODEL",
                  .help = "the same, for scripts",
                  .values = FileValues()}},
       .examples = "  widthctl model inspect ~/models/SmolLM2-135M\n"
                   "  widthctl model inspect 3fa9c1e2 --json\n",
       .run = Inspect}};
}

}  // namespace widthlab::cli
