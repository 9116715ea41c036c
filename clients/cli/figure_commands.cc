#include "clients/cli/figure_commands.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/artifact_commands.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/show_page.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/download.h"
#include "clients/cpp/pipeline_client.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;
using pipeline::v1::FigureDescription;
using pipeline::v1::RenderFigureResponse;

absl::Status NotWritable(const fs::path& path, const std::error_code& error) {
  return MakeError(
      absl::StatusCode::kFailedPrecondition, {.reason = "OUTPUT_NOT_WRITABLE", .field = "output"},
      absl::StrCat("cannot write ", path.string(), error ? ": " + error.message() : ""));
}

absl::Status CreateFolderOf(const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  return error ? NotWritable(path, error) : absl::OkStatus();
}

absl::Status WriteText(const fs::path& path, const std::string& text) {
  RETURN_IF_ERROR(CreateFolderOf(path));
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  return file ? absl::OkStatus() : NotWritable(path, {});
}

// "work.svg" in the folder that was named, or in this one.
fs::path Destination(const std::string& output, const std::string& figure) {
  std::error_code error;
  if (!output.empty() && !fs::is_directory(output, error)) return output;
  return fs::path(output) / (figure + ".svg");
}

void ListFigures(const Session& session, const RenderFigureResponse& drawn) {
  Table table({{"figure"}, {"title"}});
  for (const FigureDescription& figure : drawn.figures()) {
    if (session.json()) {
      session.PrintJson(figure);
    } else {
      table.AddRow({figure.name(), figure.title()});
    }
  }
  if (!session.json()) session.out() << table.Render(session.console());
}

void SayWhere(const Session& session, const FigureDescription& figure, const fs::path& path) {
  if (session.json()) {
    Json line = JsonOf(figure);
    line["path"] = path.string();
    PrintLine(session.out(), line);
  } else {
    session.out() << path.string() << "  " << figure.title() << "\n";
  }
}

absl::StatusOr<ExitCode> Figure(const Arguments& arguments, Session& session) {
  const std::string output = arguments.Value("output");
  if (output == "-" && session.json()) {
    return UsageError("--output", "'--output -' and --json would both write to standard output");
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const RenderFigureResponse drawn,
                   client::PipelineClient(to.orchestrator)
                       .RenderFigure(arguments.Positional(0),
                                     arguments.Has("list") ? "lineage" : arguments.Positional(1)));
  if (arguments.Has("list")) {
    ListFigures(session, drawn);
  } else if (output == "-") {
    session.out() << drawn.svg() << std::flush;
  } else {
    const fs::path path = Destination(output, drawn.figure().name());
    RETURN_IF_ERROR(WriteText(path, drawn.svg()));
    SayWhere(session, drawn.figure(), path);
  }
  return kSuccess;
}

// Pages that were looked at: named after what they show, which never changes.
fs::path PageFolder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  const fs::path base = cache != nullptr && *cache != '\0' ? fs::path(cache)
                        : home != nullptr && *home != '\0' ? fs::path(home) / ".cache"
                                                           : fs::temp_directory_path();
  return base / "widthlab" / "pages";
}

// The page of a report, or the figure of anything else, in a file of the user's.
absl::StatusOr<fs::path> FetchPage(const client::Connection& connection,
                                   const artifact::v1::Artifact& artifact,
                                   const std::string& figure) {
  const fs::path folder = PageFolder() / ShortId(artifact.id());
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (!figure.empty() || !absl::EndsWith(file.name(), ".html")) continue;
    const fs::path path = folder / fs::path(file.name()).filename();
    RETURN_IF_ERROR(CreateFolderOf(path));
    RETURN_IF_ERROR(client::DownloadFile(connection, file, path.string()));
    return path;
  }
  ASSIGN_OR_RETURN(const RenderFigureResponse drawn,
                   client::PipelineClient(connection).RenderFigure(artifact.id(), figure));
  const fs::path path = folder / (drawn.figure().name() + ".svg");
  RETURN_IF_ERROR(WriteText(path, drawn.svg()));
  return path;
}

absl::StatusOr<ExitCode> Open(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(to.orchestrator).Get(arguments.Positional(0)));
  ASSIGN_OR_RETURN(const fs::path path,
                   FetchPage(to.orchestrator, artifact, arguments.Positional(1)));
  const bool shown = ShowPage(path.string());
  if (session.json()) {
    Json line = Json::object();
    line["path"] = path.string();
    line["shown"] = shown;
    PrintLine(session.out(), line);
  } else {
    session.out() << path.string() << "\n";
  }
  return kSuccess;
}

ArgumentSpec FigureArgument(const std::string& otherwise) {
  return {.name = "FIGURE",
          .help = absl::StrCat("for instance work, widths or lineage; ", otherwise),
          .required = false};
}

}  // namespace

std::vector<Command> FigureCommands() {
  return {
      {.verb = "figure",
       .summary = "Draw a picture of an artifact as SVG.",
       .description = "Every artifact has some: a profile its work and dimension by layer, a "
                      "schedule its widths,\na comparison its differences, anything its lineage. "
                      "With --json prints the path it was\nwritten to.",
       .arguments = {ArtifactArgument(), FigureArgument("the artifact's first when left out")},
       .flags = {{.name = "output",
                  .value = "PATH",
                  .help = "file or folder to write; - is standard output. When left out: a file "
                          "named after the figure",
                  .values = FileValues()},
                 {.name = "list", .help = "say which figures the artifact has"}},
       .examples = "  widthctl figure 3fa9c1e2 --list\n"
                   "  widthctl figure 3fa9c1e2 work --output work.svg\n",
       .run = Figure},
      {.verb = "open",
       .summary = "Show a report, or a picture of any artifact, in the browser.",
       .description = "Prints the path of the file, which stays below ~/.cache/widthlab; without a "
                      "display that\nis all it does.",
       .arguments = {ArtifactArgument(),
                     FigureArgument("when left out, a report's page or the artifact's first")},
       .examples = "  widthctl open 3fa9c1e2\n",
       .run = Open},
  };
}

}  // namespace widthlab::cli
