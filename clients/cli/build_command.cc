#include "clients/cli/build_command.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "clients/cli/build_request.h"
#include "clients/cli/json.h"
#include "clients/cli/schedule_text.h"
#include "clients/cli/session.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/schedule_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::BuildScheduleRequest;
using schedule::v1::BuildScheduleResponse;
using schedule::v1::FamilyDescription;
using schedule::v1::Schedule;

// The stream's width everywhere, where a family leaves it alone.
Json ResidualWidths(const Schedule& schedule) {
  Json widths = Json::array();
  for (int32_t width : schedule.residual_widths()) widths.push_back(width);
  for (int l = 0; schedule.residual_widths().empty() && l < schedule.ffn_widths_size(); ++l) {
    widths.push_back(schedule.architecture().hidden_size());
  }
  return widths;
}

// What scripts read first, then what `schedule export --file` needs as well.
Json BuiltJson(const BuildScheduleResponse& built) {
  const Schedule& schedule = built.schedule();
  const model::v1::Accounts& accounts = schedule.accounts();
  Json object = Json::object();
  object["artifact"] = built.artifact().id();
  object["cached"] = built.cached();
  object["family"] = schedule.family();
  object["ffn_widths"] = Json::array();
  for (int32_t width : schedule.ffn_widths()) object["ffn_widths"].push_back(width);
  object["residual_widths"] = ResidualWidths(schedule);
  object["parameters"] = {{"ffn", schedule.ffn_parameters()},
                          {"total", accounts.total_parameters()},
                          {"effective", accounts.effective_parameters()},
                          {"non_embedding", accounts.non_embedding_parameters()},
                          {"ffn_budget", schedule.budget_parameters()}};
  object["drift"] = JsonOf(schedule.drift());
  object["flops"] = JsonOf(accounts.forward_flops_per_token());
  object["kv_bytes_per_token"] = accounts.kv_bytes_per_token();
  object["activation_bytes_per_token"] = schedule.memory().activation_bytes_per_token();
  if (schedule.explanations_size() > 0) {
    object["explanations"] = Json::array();
    for (const auto& why : schedule.explanations()) object["explanations"].push_back(why.text());
  }
  if (schedule.has_rounding()) object["rounding"] = JsonOf(schedule.rounding());
  if (schedule.attention_widths_size() > 0) {
    object["attention_widths"] = Json::array();
    for (int32_t width : schedule.attention_widths()) object["attention_widths"].push_back(width);
  }
  if (schedule.experts() > 0) {
    object["experts"] = schedule.experts();
    object["experts_per_token"] = schedule.experts_per_token();
  }
  object["architecture"] = JsonOf(schedule.architecture());
  if (schedule.has_hourglass()) object["hourglass"] = JsonOf(schedule.hourglass());
  return object;
}

absl::StatusOr<ExitCode> Build(const Arguments& arguments, Session& session) {
  BuildScheduleRequest request;
  ASSIGN_OR_RETURN(*request.mutable_spec(), BuildSpec({.family = arguments.Value("family"),
                                                       .layers = arguments.Value("layers"),
                                                       .d_model = arguments.Value("d-model"),
                                                       .ffn_width = arguments.Value("ffn-width"),
                                                       .settings = arguments.Values("set")}));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const BuildScheduleResponse built,
                   client::ScheduleClient(to.schedule).BuildSchedule(request));
  if (session.json()) {
    PrintLine(session.out(), BuiltJson(built));
  } else {
    session.out() << ScheduleText(session.console(), built.schedule())
                  << (arguments.Has("explain") ? "\n" + ExplanationText(built.schedule()) + "\n"
                                               : "")
                  << "schedule " << built.artifact().id()
                  << (built.cached() ? ", found in the cache\n" : "\n");
  }
  return kSuccess;
}

std::string BuildHelp(const Arguments& arguments) {
  const google::protobuf::Descriptor* const type = FamilyType(arguments.Value("family"));
  if (type == nullptr) return "";
  return absl::StrCat("Keys of ", arguments.Value("family"), ":\n", SpecHelp(*type));
}

// Keys of the family, then those of the spec and of the model.
std::vector<Word> BuildSettings(const Arguments& arguments) {
  const google::protobuf::Descriptor* const type = FamilyType(arguments.Value("family"));
  std::vector<Word> words;
  if (type != nullptr) words = SettingWords(*type);
  for (const char* key : {"quantum=", "floor=", "cap="}) words.push_back({.text = key});
  for (const Word& word : SettingWords(*model::v1::Architecture::descriptor(),
                                       {"layers", "hidden_size", "ffn_width", "ffn_widths"})) {
    words.push_back(word);
  }
  return words;
}

absl::StatusOr<ExitCode> Families(const Arguments&, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const schedule::v1::ListFamiliesResponse response,
                   client::ScheduleClient(to.schedule).ListFamilies());
  Table table({{"family"}, {"keys"}, {"source"}, {"what it does"}});
  for (const FamilyDescription& family : response.families()) {
    if (session.json()) session.PrintJson(family);
    std::string keys;
    for (const auto& field : family.fields()) {
      absl::StrAppend(&keys, keys.empty() ? "" : " ", field.name());
    }
    table.AddRow({family.name(), keys, family.source(), family.summary()});
  }
  if (!session.json()) session.out() << table.Render(session.console());
  return kSuccess;
}

}  // namespace

Command BuildCommand() {
  return {
      .group = "schedule",
      .verb = "build",
      .summary = "Make the widths of a family under the budget of a uniform model.",
      .description =
          "Keys of --set are those of the family (`--family NAME --help` lists them), quantum, "
          "floor\n"
          "and cap, and those of the model: heads, kv_heads, vocab_size, tied_embeddings and so "
          "on.",
      .flags = {{.name = "family",
                 .value = "NAME",
                 .help = "see `schedule families`; required",
                 .values = WordValues(FamilyNames())},
                {.name = "layers", .value = "L", .help = "layers of the model; required"},
                {.name = "d-model", .value = "D", .help = "its residual width; required"},
                {.name = "ffn-width",
                 .value = "W",
                 .help = "FFN width of the uniform model, which is the budget; required"},
                {.name = "set",
                 .value = "KEY=VALUE",
                 .help = "an option",
                 .repeated = true,
                 .values = {.words = BuildSettings}},
                {.name = "explain", .help = "a sentence for each layer that says why"}},
      .examples =
          "  widthctl schedule build --family cosine_taper --layers 24 --d-model 1024 "
          "--ffn-width 4096 --set start=1.4\n",
      .more_help = BuildHelp,
      .run = Build,
  };
}

Command FamiliesCommand() {
  return {.group = "schedule",
          .verb = "families",
          .summary = "List the families of schedules with their options and sources.",
          .examples = "  widthctl schedule families\n",
          .run = Families};
}

}  // namespace widthlab::cli
