// widthctl job list|watch|cancel.
#ifndef WIDTHLAB_CLIENTS_CLI_JOB_COMMANDS_H_
#define WIDTHLAB_CLIENTS_CLI_JOB_COMMANDS_H_

#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/session.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::cli {

std::vector<Command> JobCommands();

// A job in one line for people, or as JSON.
void PrintJob(const Session& session, const job::v1::Job& job);

// The table behind `job list` and `pipeline list`.
class JobTable {
 public:
  explicit JobTable(const Session& session) : session_(session) {}
  // Prints at once with --json, else keeps a row.
  void Add(const job::v1::Job& job);
  // Prints what was kept.
  void Finish(std::string_view nothing) const;

 private:
  const Session& session_;
  std::vector<std::vector<std::string>> rows_;
};

// Follows a watch: every event in one line with --json, else the progress view.
std::function<void(const job::v1::Job&)> ShowEvents(const Session& session, ProgressView& view);

// Exit code of a watch that came to its end; says how the job ended where there is no --json.
ExitCode EndOfWatch(const Session& session, const job::v1::Job& job);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_JOB_COMMANDS_H_
