// widthctl artifact get.
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/artifact_commands.h"
#include "clients/cli/format.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/suggest.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/download.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;
using artifact::v1::Artifact;
using artifact::v1::ArtifactFile;

// A name that leads out of the folder that the user chose is not followed.
absl::Status CheckName(const std::string& name) {
  for (const fs::path& part : fs::path(name)) {
    if (part == ".." || part.has_root_path()) return CorruptFile(name, "is no name of a file");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ArtifactFile>> Chosen(const Artifact& artifact,
                                                 const std::string& wanted) {
  std::vector<std::string> names;
  for (const ArtifactFile& file : artifact.manifest().files()) {
    RETURN_IF_ERROR(CheckName(file.name()));
    if (file.name() == wanted) return std::vector<ArtifactFile>{file};
    names.push_back(file.name());
  }
  if (wanted.empty()) {
    return std::vector<ArtifactFile>(artifact.manifest().files().begin(),
                                     artifact.manifest().files().end());
  }
  return NotFound("FILE_NOT_FOUND", "FILE",
                  absl::StrCat(ShortId(artifact.id()), " has no file '", wanted, "'",
                               DidYouMean(wanted, names)));
}

// Where a file goes: the path that was named for one file, else below the folder.
fs::path Destination(const ArtifactFile& file, bool only_one, const std::string& output,
                     const std::string& id) {
  if (!only_one) return fs::path(output.empty() ? ShortId(id) : output) / file.name();
  const fs::path own = fs::path(file.name()).filename();
  if (output.empty()) return own;
  std::error_code error;
  return fs::is_directory(output, error) ? fs::path(output) / own : fs::path(output);
}

absl::Status Fetch(const Session& session, const client::Connection& connection,
                   const ArtifactFile& file, const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  RETURN_IF_ERROR(client::DownloadFile(connection, file, path.string()));
  if (session.json()) {
    Json line = JsonOf(file);
    line["path"] = path.string();
    PrintLine(session.out(), line);
  } else {
    session.out() << path.string() << "  " << FormatBytes(file.size_bytes()) << "\n";
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> Get(const Arguments& arguments, Session& session) {
  const std::string output = arguments.Value("output");
  if (output == "-" && session.json()) {
    return UsageError("--output", "'--output -' and --json would both write to standard output");
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Artifact artifact,
                   client::ArtifactClient(to.orchestrator).Get(arguments.Positional(0)));
  ASSIGN_OR_RETURN(const std::vector<ArtifactFile> files,
                   Chosen(artifact, arguments.Positional(1)));
  if (output == "-") {
    if (files.size() != 1) return UsageError("FILE", "'--output -' needs the name of one FILE");
    RETURN_IF_ERROR(client::StreamFile(to.orchestrator, files[0], [&](std::string_view bytes) {
      session.out() << bytes;
      return absl::OkStatus();
    }));
    session.out() << std::flush;
    return kSuccess;
  }
  for (const ArtifactFile& file : files) {
    RETURN_IF_ERROR(Fetch(session, to.orchestrator, file,
                          Destination(file, files.size() == 1, output, artifact.id())));
  }
  return kSuccess;
}

}  // namespace

Command GetCommand() {
  return {
      .group = "artifact",
      .verb = "get",
      .summary = "Fetch the files of an artifact.",
      .description =
          "Digests are checked. With --json prints each file with the path it was "
          "written to.",
      .arguments = {ArtifactArgument(),
                    {.name = "FILE",
                     .help = "one file of it; all when left out",
                     .required = false}},
      .flags = {{.name = "output",
                 .value = "PATH",
                 .help = "file or folder to write; - is standard output. When left out: the "
                         "file's own name, or for several a folder named after the artifact",
                 .values = FileValues()}},
      .examples =
          "  widthctl artifact get 3fa9c1e2 --output report.html\n"
          "  widthctl artifact get 3fa9c1e2 profile.json --output - | jq .layers\n",
      .run = Get,
  };
}

}  // namespace widthlab::cli
