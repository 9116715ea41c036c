#include "clients/cli/exchange_commands.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/format.h"
#include "clients/cli/input_file.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/suggest.h"
#include "clients/cli/values.h"
#include "clients/cpp/schedule_client.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;

using schedule::v1::ExportedFile;
using schedule::v1::ExportScheduleRequest;
using schedule::v1::ExportScheduleResponse;
using schedule::v1::ImportScheduleRequest;
using schedule::v1::ImportScheduleResponse;
using schedule::v1::Schedule;
using schedule::v1::ScheduleFormat;
using Widths = google::protobuf::RepeatedField<int32_t>;

std::vector<std::string> FormatNames() {
  const google::protobuf::EnumDescriptor& type = *schedule::v1::ScheduleFormat_descriptor();
  std::vector<std::string> names;
  for (int i = 1; i < type.value_count(); ++i) {
    names.push_back(absl::AsciiStrToLower(EnumName(type, type.value(i)->number())));
  }
  return names;
}

Json ListOf(const Widths& widths) {
  Json list = Json::array();
  for (int32_t width : widths) list.push_back(width);
  return list;
}

std::string WidthsText(const Widths& widths, const Session& session) {
  return FormatWidths({widths.begin(), widths.end()}, session.console().unicode);
}

// Where the first file goes: `output` itself, unless that is a folder or stands for one.
fs::path FirstPath(const std::string& output, const ExportScheduleResponse& response) {
  const fs::path path(output);
  std::error_code error;
  const bool folder = fs::is_directory(path, error) || path.filename().empty() ||
                      (response.files_size() > 1 && path.extension().empty());
  return folder ? path / response.files(0).name() : path;
}

absl::Status WriteFile(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "FILE_UNWRITABLE", .field = "--output"},
                   absl::StrCat("--output: ", path.string(), " cannot be written"));
}

absl::StatusOr<std::vector<std::string>> WriteFiles(const std::string& output,
                                                    const ExportScheduleResponse& response) {
  const fs::path first = FirstPath(output, response);
  std::vector<std::string> paths;
  for (int i = 0; i < response.files_size(); ++i) {
    const ExportedFile& file = response.files(i);
    const fs::path path = i == 0 ? first : first.parent_path() / fs::path(file.name()).filename();
    RETURN_IF_ERROR(WriteFile(path, file.text()));
    paths.push_back(path.string());
  }
  return paths;
}

absl::StatusOr<ExportScheduleRequest> ExportRequestOf(const Arguments& arguments) {
  ExportScheduleRequest request;
  ASSIGN_OR_RETURN(const ScheduleFormat format, FormatNamed(arguments.Value("format")));
  request.set_format(format);
  const std::string id = arguments.Positional(0);
  if (id.empty() == !arguments.Has("file")) {
    return UsageError("SCHEDULE", "'schedule export' needs the id of a schedule or --file");
  }
  if (!arguments.Has("output")) {
    return UsageError("--output", "'schedule export' needs --output PATH");
  }
  if (!arguments.Has("file")) {
    request.set_artifact(id);
    return request;
  }
  ASSIGN_OR_RETURN(const std::string text, ReadInput("--file", arguments.Value("file")));
  absl::StatusOr<Schedule> schedule = ScheduleOfJson(text);
  if (!schedule.ok()) return WithContext(schedule.status(), "--file");
  *request.mutable_schedule() = *std::move(schedule);
  return request;
}

absl::StatusOr<ExitCode> Export(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const ExportScheduleRequest request, ExportRequestOf(arguments));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const ExportScheduleResponse response,
                   client::ScheduleClient(to.schedule).ExportSchedule(request));
  ASSIGN_OR_RETURN(const std::vector<std::string> paths,
                   WriteFiles(arguments.Value("output"), response));
  if (session.json()) {
    Json object = Json::object();
    object["format"] = arguments.Value("format");
    object["paths"] = paths;
    object["ffn_widths"] = ListOf(response.ffn_widths());
    object["residual_widths"] = ListOf(response.residual_widths());
    object["attention_widths"] = ListOf(response.attention_widths());
    object["parameters"] = response.parameters();
    object["parameter_drift"] = JsonOf(response.parameter_drift());
    PrintLine(session.out(), object);
    return kSuccess;
  }
  session.out() << "wrote " << absl::StrJoin(paths, ", ") << "\nFFN widths "
                << WidthsText(response.ffn_widths(), session) << "\n";
  if (response.parameters() > 0) {
    session.out() << "parameters " << FormatExact(response.parameters())
                  << absl::StrFormat(" (%+.3f %% against the schedule's)\n",
                                     100 * response.parameter_drift());
  }
  return kSuccess;
}

// A folder stands for the config in it.
std::string ConfigIn(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? (fs::path(path) / "config.json").string() : path;
}

absl::StatusOr<ExitCode> Import(const Arguments& arguments, Session& session) {
  ImportScheduleRequest request;
  ASSIGN_OR_RETURN(const ScheduleFormat format, FormatNamed(arguments.Value("format")));
  request.set_format(format);
  if (!arguments.Has("file")) return UsageError("--file", "'schedule import' needs --file PATH");
  ASSIGN_OR_RETURN(*request.mutable_text(), ReadInput("--file", ConfigIn(arguments.Value("file"))));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const ImportScheduleResponse response,
                   client::ScheduleClient(to.schedule).ImportSchedule(request));
  if (session.json()) {
    session.PrintJson(response);
    return kSuccess;
  }
  session.out() << "FFN widths " << WidthsText(response.ffn_widths(), session) << "\n";
  if (response.attention_widths_size() > 0) {
    session.out() << "widths of all heads " << WidthsText(response.attention_widths(), session)
                  << "\n";
  }
  if (response.residual_widths_size() > 0) {
    session.out() << "residual widths " << WidthsText(response.residual_widths(), session) << "\n";
  } else if (response.hidden_size() > 0) {
    session.out() << "residual width " << response.hidden_size() << "\n";
  }
  return kSuccess;
}

FlagSpec FormatFlag() {
  return {.name = "format",
          .value = "NAME",
          .help = absl::StrJoin(FormatNames(), ", "),
          .values = WordValues(FormatNames())};
}

}  // namespace

absl::StatusOr<ScheduleFormat> FormatNamed(std::string_view name) {
  const google::protobuf::EnumDescriptor& type = *schedule::v1::ScheduleFormat_descriptor();
  const std::vector<std::string> names = FormatNames();
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) {
      return static_cast<ScheduleFormat>(type.value(static_cast<int>(i) + 1)->number());
    }
  }
  if (name.empty()) {
    return UsageError("--format",
                      absl::StrCat("say --format, one of ", absl::StrJoin(names, ", ")));
  }
  return UsageError("--format", absl::StrCat("there is no format '", std::string(name), "', only ",
                                             absl::StrJoin(names, ", "), DidYouMean(name, names)));
}

absl::StatusOr<Schedule> ScheduleOfJson(std::string_view json) {
  const Json object = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return InvalidField("file", "something else", "one JSON object");
  Json known = Json::object();
  for (const char* key : {"family", "ffn_widths", "residual_widths", "architecture", "hourglass",
                          "attention_widths", "experts", "experts_per_token", "drift"}) {
    if (object.contains(key)) known[key] = object[key];
  }
  for (const char* key : {"hidden_size", "d_model"}) {
    if (object.contains(key) && !known.contains("architecture")) {
      known["architecture"] = {{"hidden_size", object[key]}};
    }
  }
  Schedule schedule;
  RETURN_IF_ERROR(
      spec::ParseJson(known.dump(-1, ' ', false, Json::error_handler_t::replace), schedule));
  return schedule;
}

Command ExportCommand() {
  return {
      .group = "schedule",
      .verb = "export",
      .summary = "Write a schedule as the files of another framework.",
      .description =
          "The files are read back before they are written, and the widths that the framework\n"
          "will build are shown with how far their parameters are from the schedule's. A format\n"
          "that cannot say a schedule refuses it.",
      .arguments = {{.name = "SCHEDULE",
                     .help = "id of a schedule; left out with --file",
                     .required = false,
                     .values = ArtifactValues("kind = SCHEDULE")}},
      .flags = {{.name = "file",
                 .value = "PATH",
                 .help = "a schedule as JSON, as `schedule build --json` prints it",
                 .values = FileValues()},
                FormatFlag(),
                {.name = "output",
                 .value = "PATH",
                 .help = "file to write; a folder where the format has several; required",
                 .values = FileValues()}},
      .examples =
          "  widthctl schedule export 3fa9c1e2 --format hugging_face --output my-model/\n"
          "  widthctl schedule export --file built.json --format csv --output widths.csv\n",
      .run = Export};
}

Command ImportCommand() {
  return {.group = "schedule",
          .verb = "import",
          .summary = "Read the widths that another framework's file asks for.",
          .flags = {FormatFlag(),
                    {.name = "file",
                     .value = "PATH",
                     .help = "file, or the folder of its config.json; required",
                     .values = FileValues()}},
          .examples = "  widthctl schedule import --format hugging_face --file my-model/\n",
          .run = Import};
}

}  // namespace widthlab::cli
