// What a verb of widthctl is: its words, arguments and flags for the parser and the help texts,
// and the function that runs it.
//
//   Command{.group = "job", .verb = "cancel", .summary = "Ask a job to stop.",
//           .arguments = {{.name = "JOB", .help = "its name, as `job list` shows it"}},
//           .run = CancelJob};
#ifndef WIDTHLAB_CLIENTS_CLI_COMMAND_H_
#define WIDTHLAB_CLIENTS_CLI_COMMAND_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/exit_code.h"

namespace widthlab::cli {

class Arguments;
class Session;

// A word that may be typed, and what it means.
struct Word {
  std::string text = {};
  std::string help = {};
};

// What may be typed for an argument or a flag, for completion; values.h makes the usual ones.
struct Values {
  enum Source { kWords, kFiles, kArtifacts, kJobs };
  Source source = kWords;
  // Of artifacts and jobs: the filter of their list.
  std::string filter = {};
  // Words that are known without a server, given what else stands on the line. One that ends in
  // "=" wants more behind it.
  std::function<std::vector<Word>(const Arguments&)> words = {};
};

struct ArgumentSpec {
  std::string name = {};
  std::string help = {};
  bool required = true;
  Values values = {};
  // Takes all words that are left; only the last argument may.
  bool repeated = false;
};

struct FlagSpec {
  // Without dashes.
  std::string name = {};
  // What stands for the value in help texts; empty for a switch.
  std::string value = {};
  std::string help = {};
  bool repeated = false;
  Values values = {};
};

// The words of one command line, sorted out.
class Arguments {
 public:
  bool Has(std::string_view flag) const { return flags_.count(std::string(flag)) > 0; }

  // Last value of a flag, or `otherwise`.
  std::string Value(std::string_view flag, std::string_view otherwise = "") const;

  // All values of a repeated flag, in order.
  std::vector<std::string> Values(std::string_view flag) const;

  // An argument by its place; empty where it was left out.
  std::string Positional(size_t index) const;

  void AddFlag(const std::string& name, std::string value) {
    flags_[name].push_back(std::move(value));
  }
  void AddPositional(std::string value) { positional_.push_back(std::move(value)); }
  size_t positional_count() const { return positional_.size(); }

 private:
  std::map<std::string, std::vector<std::string>> flags_;
  std::vector<std::string> positional_;
};

struct Command {
  // "pipeline"; empty for a verb that stands alone.
  std::string group = {};
  std::string verb = {};
  // One line.
  std::string summary = {};
  // Paragraphs under the usage line.
  std::string description = {};
  std::vector<ArgumentSpec> arguments = {};
  std::vector<FlagSpec> flags = {};
  // Lines as they are typed into a shell, indented by two. Every verb has some.
  std::string examples = {};
  // Help that is made from the field options of a spec; gets the arguments that were given.
  std::function<std::string(const Arguments&)> more_help = {};
  std::function<absl::StatusOr<ExitCode>(const Arguments&, Session&)> run = {};
  // Not listed: for scripts of our own.
  bool hidden = false;
  // Brings its own server; --server is a flag only where `flags` has one.
  bool own_server = false;
  // How it is called where that is not "widthctl GROUP VERB".
  std::string usage = {};

  // "pipeline run".
  std::string name() const { return group.empty() ? verb : group + " " + verb; }
};

// Flags that every verb takes.
const std::vector<FlagSpec>& CommonFlags();

// Those that this one takes.
std::vector<FlagSpec> CommonFlagsOf(const Command& command);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_COMMAND_H_
