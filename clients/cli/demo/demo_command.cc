#include "clients/cli/demo/demo_command.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/demo/demo_options.h"
#include "clients/cli/demo/demo_request.h"
#include "clients/cli/demo/demo_result.h"
#include "clients/cli/demo/demo_servers.h"
#include "clients/cli/demo/guardian.h"
#include "clients/cli/demo/perl_text.h"
#include "clients/cli/demo/profile_result.h"
#include "clients/cli/format.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/show_page.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/download.h"
#include "clients/cpp/pipeline_client.h"
#include "clients/cpp/text_upload.h"
#include "clients/cpp/watch.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;
using job::v1::Job;

// Everything but the last object goes where it does not disturb a script.
std::ostream& Words(const Session& session) {
  return session.json() ? session.console().err : session.console().out;
}

// The run that was started, for whoever has to stop it.
class RunName {
 public:
  void Set(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    name_ = name;
  }
  std::string Get() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return name_;
  }

 private:
  mutable std::mutex mutex_;
  std::string name_;
};

absl::StatusOr<Job> RunToTheEnd(const Session& session, client::PipelineClient& pipelines,
                                const pipeline::v1::RunPipelineRequest& request, RunName& name) {
  ASSIGN_OR_RETURN(const Job started, pipelines.Run(request));
  name.Set(started.name());
  Words(session) << started.name() << (started.attempt() > 1 ? " goes on" : "") << std::endl;
  const bool terminal =
      session.json() ? session.console().err_is_terminal : session.console().out_is_terminal;
  const std::unique_ptr<ProgressView> view =
      NewProgressView(session.console(), Words(session), terminal);
  ASSIGN_OR_RETURN(const Job run,
                   pipelines.Wait(started.name(), [&](const Job& job) { view->Show(job); }));
  view->Finish();
  RETURN_IF_ERROR(client::ErrorOf(run));
  return run;
}

absl::StatusOr<std::string> FetchReport(const client::Connection& connection,
                                        const std::string& artifact, const std::string& path) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact report,
                   client::ArtifactClient(connection).Get(artifact));
  for (const artifact::v1::ArtifactFile& file : report.manifest().files()) {
    if (fs::path(file.name()).extension() != ".html") continue;
    RETURN_IF_ERROR(client::DownloadFile(connection, file, path));
    return path;
  }
  return absl::InternalError(absl::StrCat("the report ", artifact, " has no page"));
}

absl::StatusOr<schedule::v1::Schedule> FetchSchedule(const client::Connection& connection,
                                                     const std::string& id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(connection).Get(id));
  schedule::v1::Schedule schedule;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (file.name() != "schedule.json") continue;
    ASSIGN_OR_RETURN(const std::string json, client::ReadFile(connection, file));
    RETURN_IF_ERROR(spec::ParseJson(json, schedule));
  }
  return schedule;
}

void CancelRun(const std::string& address, const std::string& run) {
  const absl::StatusOr<client::Connections> to = client::Connections::Open({.server = address});
  if (to.ok() && !run.empty()) client::PipelineClient(to->orchestrator).Cancel(run).IgnoreError();
}

// Where and on what one demonstration runs.
struct Setting {
  const Arguments& arguments;
  const Session& session;
  const client::TextFiles& text;
  const std::string& folder;
};

absl::StatusOr<std::string> SendText(const Setting& setting, const client::Connection& connection) {
  Words(setting.session) << "text: " << setting.text.files.size() << " documents, "
                         << FormatBytes(setting.text.size_bytes()) << ", " << setting.text.source
                         << std::endl;
  ASSIGN_OR_RETURN(const artifact::v1::Artifact imported,
                   client::UploadText(connection, setting.text));
  return imported.id();
}

absl::StatusOr<DemoResult> RunChain(const Setting& setting, const client::Connection& connection,
                                    RunName& name) {
  ASSIGN_OR_RETURN(const std::string text, SendText(setting, connection));
  ASSIGN_OR_RETURN(
      const pipeline::v1::RunPipelineRequest request,
      DemoRequest(text, setting.arguments.Has("fast"), setting.arguments.Values("set")));
  client::PipelineClient pipelines(connection);
  ASSIGN_OR_RETURN(const Job run, RunToTheEnd(setting.session, pipelines, request, name));
  ASSIGN_OR_RETURN(DemoResult result, FindResults(run));
  ASSIGN_OR_RETURN(result.table, pipelines.GetComparison(result.comparison));
  ASSIGN_OR_RETURN(result.report, FetchReport(connection, result.report_artifact,
                                              absl::StrCat(setting.folder, "/report.html")));
  return result;
}

absl::StatusOr<ProfileResult> RunProfile(const Setting& setting,
                                         const client::Connection& connection, RunName& name) {
  ASSIGN_OR_RETURN(const std::string text, SendText(setting, connection));
  ASSIGN_OR_RETURN(const pipeline::v1::RunPipelineRequest request,
                   ProfileRequest(text, setting.arguments.Values("model"),
                                  setting.arguments.Has("fast"), setting.arguments.Values("set")));
  client::PipelineClient pipelines(connection);
  ASSIGN_OR_RETURN(const Job run, RunToTheEnd(setting.session, pipelines, request, name));
  ASSIGN_OR_RETURN(ProfileResult result, FindProfileResults(run));
  for (const std::string& step : result.schedule_steps) {
    ASSIGN_OR_RETURN(result.schedules[step], FetchSchedule(connection, result.artifacts.at(step)));
  }
  for (const std::string& step : result.report_steps) {
    ASSIGN_OR_RETURN(result.reports[step],
                     FetchReport(connection, result.artifacts.at(step),
                                 absl::StrCat(setting.folder, "/", PageFileOf(step))));
  }
  return result;
}

// What was found, as it is shown.
struct Found {
  Json json = {};
  std::string text = {};
  std::vector<std::string> pages = {};
};

// Closes its connection before it returns: a server that ends waits for open ones, and gRPC reads
// from an idle one only now and then.
absl::StatusOr<Found> RunDemo(const Setting& setting, const std::string& address, RunName& name) {
  ASSIGN_OR_RETURN(const client::Connections to, client::Connections::Open({.server = address}));
  const Console& console = setting.session.console();
  if (!setting.arguments.Has("model")) {
    ASSIGN_OR_RETURN(const DemoResult result, RunChain(setting, to.orchestrator, name));
    return Found{JsonOf(result), ArmTable(console, result.table), {result.report}};
  }
  ASSIGN_OR_RETURN(const ProfileResult result, RunProfile(setting, to.orchestrator, name));
  Found found{JsonOf(result), ProfileText(console, result), {}};
  for (const std::string& step : result.report_steps) {
    found.pages.push_back(result.reports.at(step));
  }
  return found;
}

// How to go on with what was made.
std::string NextSteps(const DemoServerOptions& options) {
  if (!options.server.empty()) {
    return absl::StrCat("./run widthctl artifact list --server ", options.server);
  }
  return absl::StrCat(
      "./run serve --data ", options.folder,
      ",\nthen http://127.0.0.1:7080/ in a browser or ./run widthctl artifact list");
}

void ShowResult(const Session& session, const Found& found, const std::string& next,
                absl::Duration took) {
  if (session.json()) {
    PrintLine(session.out(), found.json);
    return;
  }
  session.out() << "\n"
                << found.text << "\nin " << FormatDuration(absl::ToDoubleSeconds(took))
                << "; look closer: " << next << "\n";
  for (const std::string& page : found.pages) session.out() << "report: " << page << std::endl;
  // Whoever has sent the output elsewhere does not sit before it.
  if (session.console().out_is_terminal) ShowPage(found.pages.back());
}

absl::StatusOr<ExitCode> Demo(const Arguments& arguments, Session& session) {
  const absl::Time begin = absl::Now();
  ASSIGN_OR_RETURN(const DemoServerOptions options, ReadServerOptions(arguments));
  ASSIGN_OR_RETURN(
      const client::TextFiles text,
      arguments.Has("text") ? client::FindTextFiles(arguments.Values("text")) : FindPerlText());
  BlockEndSignals();
  ASSIGN_OR_RETURN(const std::unique_ptr<DemoServers> servers, DemoServers::FindOrStart(options));
  Words(session) << "data: " << options.folder << "\nserver: " << servers->address()
                 << (servers->found() ? ", which was running" : "") << std::endl;
  RunName name;
  Guardian guardian([&] { return servers->CheckAlive(); },
                    [&](const absl::Status& error) {
                      PrintError(session.console(), session.json(), error);
                      // A server of the user's own stays, so the run must not.
                      if (servers->are_the_users()) CancelRun(servers->address(), name.Get());
                      servers->Stop();
                    });
  const absl::StatusOr<Found> found =
      RunDemo({arguments, session, text, options.folder}, servers->address(), name);
  guardian.Leave();
  servers->Stop();
  RETURN_IF_ERROR(found.status());
  ShowResult(session, *found, NextSteps(options), absl::Now() - begin);
  return kSuccess;
}

}  // namespace

Command DemoCommand() {
  return {
      .verb = "demo",
      .summary =
          "The whole chain on real text: train a uniform reference, capture its "
          "activations,\nmeasure the work of every FFN, solve for the widths, train the "
          "alternatives, compare.\nWith --model: the profile of models that you have.",
      .description =
          "Starts its own server on free ports, or uses one that still runs on the data folder,\n"
          "or the suite that --server names. Stopped or killed anywhere and started again, it\n"
          "goes on where it was; finished, it is answered from the cache.",
      .flags = {{.name = "data",
                 .value = "DIR",
                 .help = "folder for everything it makes; else ~/.local/share/widthlab-demo"},
                {.name = "model",
                 .value = "MODEL",
                 .help =
                     "a checkpoint's folder, a .gguf file, the org/name of a model in the "
                     "Hugging Face cache, or smollm2, which is fetched; of several also how far "
                     "their profiles agree",
                 .repeated = true,
                 .values = FileValues()},
                {.name = "text",
                 .value = "PATH",
                 .help = "text file or folder to learn; else the package perl-doc",
                 .repeated = true},
                {.name = "threads",
                 .value = "N",
                 .help = "threads that compute; results do not depend on it"},
                {.name = "processes", .help = "five servers instead of one"},
                {.name = "server",
                 .value = "HOST:PORT",
                 .help = "a running suite, for instance in containers, instead of an own server"},
                {.name = "fast", .help = "one seed and smaller models, about a minute"},
                {.name = "set",
                 .value = "KEY=VALUE",
                 .help = "change a field of the request, for instance train.steps=1000",
                 .repeated = true},
                {.name = "programs", .value = "DIR", .help = "where the servers are built"}},
      .examples =
          "  ./run demo --fast\n  ./run demo --model smollm2\n  ./run demo --text ~/corpus --data "
          "/tmp/demo --json\n",
      .run = Demo,
      .hidden = true,
      .own_server = true,
      .usage = "./run demo",
  };
}

}  // namespace widthlab::cli
