#include "clients/cli/schedule_set.h"

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/build_request.h"
#include "clients/cli/exchange_commands.h"
#include "clients/cli/input_file.h"
#include "clients/cli/parse.h"
#include "clients/cli/values.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::BuildScheduleRequest;
using schedule::v1::BuildScheduleResponse;
using schedule::v1::ScheduleSource;

absl::StatusOr<ScheduleSource> FromFile(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadInput("--file", path));
  absl::StatusOr<schedule::v1::Schedule> schedule = ScheduleOfJson(text);
  if (!schedule.ok()) return WithContext(schedule.status(), path);
  ScheduleSource source;
  if (schedule->family().empty()) source.set_label(std::filesystem::path(path).stem().string());
  *source.mutable_schedule() = *std::move(schedule);
  return source;
}

absl::StatusOr<ScheduleSource> FromFamily(const Arguments& arguments, const std::string& family,
                                          client::ScheduleClient& schedules) {
  BuildScheduleRequest request;
  ASSIGN_OR_RETURN(*request.mutable_spec(), BuildSpec({.family = family,
                                                       .layers = arguments.Value("layers"),
                                                       .d_model = arguments.Value("d-model"),
                                                       .ffn_width = arguments.Value("ffn-width"),
                                                       .settings = arguments.Values("set")}));
  ASSIGN_OR_RETURN(const BuildScheduleResponse built, schedules.BuildSchedule(request));
  ScheduleSource source;
  source.set_artifact(built.artifact().id());
  return source;
}

}  // namespace

std::vector<FlagSpec> ScheduleSetFlags() {
  return {{.name = "schedule",
           .value = "ID",
           .help = "a schedule by its id",
           .repeated = true,
           .values = ArtifactValues("kind = SCHEDULE")},
          {.name = "file",
           .value = "PATH",
           .help = "a schedule as JSON, as `schedule build --json` prints it",
           .repeated = true,
           .values = FileValues()},
          {.name = "family",
           .value = "NAME",
           .help = "a family, built for the model of the next three flags",
           .repeated = true,
           .values = WordValues(FamilyNames())},
          {.name = "layers", .value = "L", .help = "layers of the model"},
          {.name = "d-model", .value = "D", .help = "its residual width"},
          {.name = "ffn-width", .value = "W", .help = "FFN width of the uniform model"},
          {.name = "set",
           .value = "KEY=VALUE",
           .help = "an option of the families' model and budget: heads, vocab_size, quantum",
           .repeated = true}};
}

absl::StatusOr<std::vector<ScheduleSource>> ReadScheduleSet(const Arguments& arguments,
                                                            const char* verb,
                                                            client::ScheduleClient& schedules) {
  std::vector<ScheduleSource> set;
  for (const std::string& id : arguments.Values("schedule")) {
    set.emplace_back().set_artifact(id);
  }
  for (const std::string& path : arguments.Values("file")) {
    ASSIGN_OR_RETURN(ScheduleSource source, FromFile(path));
    set.push_back(std::move(source));
  }
  for (const std::string& family : arguments.Values("family")) {
    ASSIGN_OR_RETURN(ScheduleSource source, FromFamily(arguments, family, schedules));
    set.push_back(std::move(source));
  }
  if (!set.empty()) return set;
  return UsageError("--schedule",
                    absl::StrCat("'schedule ", verb,
                                 "' needs a schedule: --schedule ID, --file PATH, or --family NAME "
                                 "with --layers, --d-model and --ffn-width"));
}

}  // namespace widthlab::cli
