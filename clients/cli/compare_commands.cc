#include "clients/cli/compare_commands.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/schedule_set.h"
#include "clients/cli/session.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/schedule_client.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::ComparedSchedule;
using schedule::v1::CompareSchedulesRequest;
using schedule::v1::CompareSchedulesResponse;
using schedule::v1::RenderSchedulesRequest;
using schedule::v1::RenderSchedulesResponse;
using schedule::v1::ScheduleDistance;
using schedule::v1::ScheduleQuantity;
using schedule::v1::ScheduleSource;

std::vector<FlagSpec> WithSetFlags(std::vector<FlagSpec> own) {
  std::vector<FlagSpec> flags = ScheduleSetFlags();
  flags.insert(flags.end(), own.begin(), own.end());
  return flags;
}

FlagSpec SequenceFlag() {
  return {.name = "sequence",
          .value = "TOKENS",
          .help = "length of the sequences that FLOPs are counted for; the model's positions"};
}

absl::StatusOr<int32_t> WholeNumber(const Arguments& arguments, const char* flag) {
  int32_t number = 0;
  const std::string text = arguments.Value(flag);
  if (text.empty() || absl::SimpleAtoi(text, &number)) return number;
  return UsageError(absl::StrCat("--", flag),
                    absl::StrCat("'--", flag, " ", text, "' must be a whole number"));
}

absl::StatusOr<CompareSchedulesResponse> Ask(const Arguments& arguments, const char* verb,
                                             const Session& session) {
  CompareSchedulesRequest request;
  ASSIGN_OR_RETURN(const int32_t sequence, WholeNumber(arguments, "sequence"));
  request.set_sequence_length(sequence);
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::ScheduleClient schedules(to.schedule);
  ASSIGN_OR_RETURN(const std::vector<ScheduleSource> set,
                   ReadScheduleSet(arguments, verb, schedules));
  request.mutable_schedules()->Add(set.begin(), set.end());
  return schedules.CompareSchedules(request);
}

std::string Percent(bool known, double ratio) {
  return known ? absl::StrFormat("%+.2f %%", 100 * (ratio - 1)) : "-";
}

std::vector<std::string> AccountRow(const ComparedSchedule& s) {
  const model::v1::Accounts& a = s.accounts();
  const auto exact = [&](int64_t count) { return s.has_accounts() ? FormatExact(count) : "-"; };
  return {s.label(),
          exact(a.total_parameters()),
          exact(a.effective_parameters()),
          exact(a.non_embedding_parameters()),
          exact(a.ffn_parameters()),
          exact(s.memory().active_parameters()),
          s.has_accounts() ? FormatCount(a.forward_flops_per_token()) : "-",
          exact(a.kv_bytes_per_token()),
          exact(s.memory().activation_bytes_per_token())};
}

std::string AccountTable(const Console& console, const CompareSchedulesResponse& response) {
  std::vector<Table::Column> columns = {{"schedule"}};
  for (const char* title : {"parameters", "effective", "non-embedding", "FFN", "active",
                            "FLOPs/token", "KV bytes/token", "activation bytes/token"}) {
    columns.push_back({title, Table::kRight});
  }
  Table table(columns);
  for (const ComparedSchedule& schedule : response.schedules()) table.AddRow(AccountRow(schedule));
  return table.Render(console);
}

std::string RatioTable(const Console& console, const CompareSchedulesResponse& response) {
  std::vector<Table::Column> columns = {{"against the first"}};
  for (const char* title : {"drift", "parameters", "FLOPs", "KV", "activations", "mean width",
                            "spread", "rounding gap"}) {
    columns.push_back({title, Table::kRight});
  }
  Table table(columns);
  for (const ComparedSchedule& s : response.schedules()) {
    table.AddRow({s.label(), absl::StrFormat("%+.3f %%", 100 * s.drift()),
                  Percent(s.has_parameters_ratio(), s.parameters_ratio()),
                  Percent(s.has_flops_ratio(), s.flops_ratio()),
                  Percent(s.has_kv_bytes_ratio(), s.kv_bytes_ratio()),
                  Percent(s.has_activation_bytes_ratio(), s.activation_bytes_ratio()),
                  FormatFixed(s.mean_width(), 1), FormatFixed(s.spread(), 3),
                  s.has_gap_bound() ? absl::StrFormat("%.2g", s.gap_bound()) : "as given"});
  }
  return table.Render(console);
}

std::string DistanceTable(const Console& console, const CompareSchedulesResponse& response) {
  Table table({{"first"},
               {"second"},
               {"mean difference", Table::kRight},
               {"largest", Table::kRight},
               {"moved", Table::kRight},
               {"Pearson", Table::kRight},
               {"Spearman", Table::kRight},
               {""}});
  for (const ScheduleDistance& d : response.distances()) {
    table.AddRow(
        {response.schedules(d.first()).label(), response.schedules(d.second()).label(),
         FormatFixed(d.mean_difference(), 1), FormatFixed(d.largest_difference(), 0),
         d.undefined_reason().empty() ? absl::StrFormat("%.1f %%", 100 * d.moved_share()) : "-",
         FormatFixed(d.pearson(), 3), FormatFixed(d.spearman(), 3), d.undefined_reason()});
  }
  return table.empty() ? "" : table.Render(console);
}

std::string WidthLines(const Console& console, const CompareSchedulesResponse& response) {
  std::string text;
  for (const ComparedSchedule& s : response.schedules()) {
    absl::StrAppend(&text, s.label(), ": ",
                    FormatWidths({s.ffn_widths().begin(), s.ffn_widths().end()}, console.unicode),
                    "\n");
    if (s.residual_widths().empty()) continue;
    absl::StrAppend(
        &text, "  residual: ",
        FormatWidths({s.residual_widths().begin(), s.residual_widths().end()}, console.unicode),
        "\n");
  }
  return text;
}

absl::StatusOr<ExitCode> Count(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const CompareSchedulesResponse response, Ask(arguments, "count", session));
  if (!session.json()) {
    session.out() << AccountTable(session.console(), response);
    return kSuccess;
  }
  for (const ComparedSchedule& schedule : response.schedules()) session.PrintJson(schedule);
  return kSuccess;
}

absl::StatusOr<ExitCode> Compare(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const CompareSchedulesResponse response, Ask(arguments, "compare", session));
  if (session.json()) {
    session.PrintJson(response);
    return kSuccess;
  }
  const Console& console = session.console();
  session.out() << WidthLines(console, response) << "\n"
                << AccountTable(console, response) << "\n"
                << RatioTable(console, response) << "\n"
                << DistanceTable(console, response);
  return kSuccess;
}

std::vector<std::string> QuantityNames() {
  const google::protobuf::EnumDescriptor& type = *schedule::v1::ScheduleQuantity_descriptor();
  std::vector<std::string> names;
  for (int i = 1; i < type.value_count(); ++i) {
    names.push_back(absl::AsciiStrToLower(EnumName(type, type.value(i)->number())));
  }
  return names;
}

absl::StatusOr<ScheduleQuantity> QuantityNamed(const std::string& name) {
  const std::vector<std::string> names = QuantityNames();
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<ScheduleQuantity>(i + 1);
  }
  if (name.empty()) return schedule::v1::SCHEDULE_QUANTITY_FFN_WIDTH;
  return UsageError("--quantity", absl::StrCat("there is no quantity '", name, "', only ", names[0],
                                               ", ", names[1], ", ", names[2]));
}

absl::Status WritePicture(const std::string& path, const std::string& svg) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << svg;
  file.close();
  if (file) return absl::OkStatus();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "FILE_UNWRITABLE", .field = "--output"},
                   absl::StrCat("--output: ", path, " cannot be written"));
}

absl::StatusOr<ExitCode> Render(const Arguments& arguments, Session& session) {
  if (!arguments.Has("output")) {
    return UsageError("--output", "'schedule render' needs --output PATH.svg");
  }
  RenderSchedulesRequest request;
  request.set_title(arguments.Value("title"));
  ASSIGN_OR_RETURN(const ScheduleQuantity quantity, QuantityNamed(arguments.Value("quantity")));
  request.set_quantity(quantity);
  ASSIGN_OR_RETURN(const int32_t width, WholeNumber(arguments, "width"));
  ASSIGN_OR_RETURN(const int32_t height, WholeNumber(arguments, "height"));
  request.set_width(width);
  request.set_height(height);
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::ScheduleClient schedules(to.schedule);
  ASSIGN_OR_RETURN(const std::vector<ScheduleSource> set,
                   ReadScheduleSet(arguments, "render", schedules));
  request.mutable_schedules()->Add(set.begin(), set.end());
  ASSIGN_OR_RETURN(const RenderSchedulesResponse response, schedules.RenderSchedules(request));
  const std::string path = arguments.Value("output");
  RETURN_IF_ERROR(WritePicture(path, response.svg()));
  if (session.json()) {
    PrintLine(session.out(), {{"path", path}, {"bytes", response.svg().size()}});
  } else {
    session.out() << "wrote " << path << "\n";
  }
  return kSuccess;
}

}  // namespace

Command CountCommand() {
  return {.group = "schedule",
          .verb = "count",
          .summary = "Count parameters, FLOPs, cache and activation memory of schedules.",
          .description =
              "With --json one object for each schedule. Activation memory is what a training "
              "pass\nkeeps for its backward half, at two bytes a number; KV bytes likewise.",
          .flags = WithSetFlags({SequenceFlag()}),
          .examples =
              "  widthctl schedule count --family uniform --layers 24 --d-model 1024 --ffn-width "
              "4096\n"
              "  widthctl schedule count --schedule 3fa9c1e2 --sequence 1024 --json\n",
          .run = Count};
}

Command CompareCommand() {
  return {.group = "schedule",
          .verb = "compare",
          .summary = "Set schedules side by side: widths, distances, costs.",
          .description =
              "The first schedule is the one that the others are set against: ids come first, "
              "then\nfiles, then families. \"moved\" is the share of the hidden units that would "
              "have to move\nto another layer.",
          .flags = WithSetFlags({SequenceFlag()}),
          .examples =
              "  widthctl schedule compare --family uniform --family cosine_taper --family crown "
              "\\\n    --layers 24 --d-model 1024 --ffn-width 4096\n"
              "  widthctl schedule compare --schedule 3fa9c1e2 --file built.json --json\n",
          .run = Compare};
}

Command RenderCommand() {
  return {.group = "schedule",
          .verb = "render",
          .summary = "Draw schedules over depth as an SVG picture.",
          .flags = WithSetFlags({{.name = "output",
                                  .value = "PATH",
                                  .help = "file to write; required",
                                  .values = FileValues()},
                                 {.name = "quantity",
                                  .value = "NAME",
                                  .help = "ffn_width (default), relative_width, residual_width",
                                  .values = WordValues(QuantityNames())},
                                 {.name = "title", .value = "TEXT", .help = "above the picture"},
                                 {.name = "width", .value = "PIXELS", .help = "720"},
                                 {.name = "height", .value = "PIXELS", .help = "400"}}),
          .examples =
              "  widthctl schedule render --family openelm_linear --family frame --layers 16 \\\n"
              "    --d-model 512 --ffn-width 2048 --output widths.svg\n",
          .run = Render};
}

}  // namespace widthlab::cli
