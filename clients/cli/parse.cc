#include "clients/cli/parse.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/suggest.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

bool IsHelp(std::string_view word) { return word == "--help" || word == "-h"; }

// First words in the order of the commands: groups, and verbs that stand alone.
std::vector<std::string> FirstWords(const std::vector<Command>& commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    const std::string& word = command.group.empty() ? command.verb : command.group;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

std::vector<std::string> VerbsOf(const std::vector<Command>& commands, std::string_view group) {
  std::vector<std::string> verbs;
  for (const Command& command : commands) {
    if (command.group == group && !command.hidden) verbs.push_back(command.verb);
  }
  return verbs;
}

const Command* Find(const std::vector<Command>& commands, std::string_view group,
                    std::string_view verb) {
  for (const Command& command : commands) {
    if (command.group == group && command.verb == verb) return &command;
  }
  return nullptr;
}

// All flags that a command takes.
std::vector<FlagSpec> FlagsOf(const Command& command) {
  std::vector<FlagSpec> flags = command.flags;
  for (const FlagSpec& flag : CommonFlagsOf(command)) flags.push_back(flag);
  return flags;
}

std::optional<FlagSpec> FindFlag(const Command& command, std::string_view name) {
  for (const FlagSpec& flag : FlagsOf(command)) {
    if (flag.name == name) return flag;
  }
  return std::nullopt;
}

std::vector<std::string> FlagNames(const Command& command) {
  std::vector<std::string> names;
  for (const FlagSpec& flag : FlagsOf(command)) names.push_back("--" + flag.name);
  return names;
}

// Reads the flag at `words[index]`, and moves `index` to the last word that belongs to it.
absl::Status ParseFlag(const Command& command, const std::vector<std::string>& words, size_t& index,
                       Arguments& arguments) {
  const std::string& word = words[index];
  const size_t equals = word.find('=');
  const std::string written = word.substr(0, equals);
  const std::optional<FlagSpec> flag = written.substr(0, 2) == "--" && written.size() > 2
                                           ? FindFlag(command, std::string_view(written).substr(2))
                                           : std::nullopt;
  if (!flag.has_value()) {
    return UsageError(written, absl::StrCat("'", command.name(), "' has no flag '", written, "'",
                                            DidYouMean(written, FlagNames(command))));
  }
  if (flag->value.empty()) {
    if (equals != std::string::npos) {
      return UsageError(written, absl::StrCat("'", written, "' takes no value"));
    }
    arguments.AddFlag(flag->name, "");
    return absl::OkStatus();
  }
  if (arguments.Has(flag->name) && !flag->repeated) {
    return UsageError(written, absl::StrCat("'", written, "' is given twice"));
  }
  if (equals != std::string::npos) {
    arguments.AddFlag(flag->name, word.substr(equals + 1));
    return absl::OkStatus();
  }
  if (index + 1 == words.size()) {
    return UsageError(written, absl::StrCat("'", written, "' needs a value: ", flag->value));
  }
  arguments.AddFlag(flag->name, words[++index]);
  return absl::OkStatus();
}

absl::Status CheckCount(const Command& command, const Arguments& arguments) {
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    if (!command.arguments[i].required || i < arguments.positional_count()) continue;
    const ArgumentSpec& missing = command.arguments[i];
    return UsageError(missing.name, absl::StrCat("'", command.name(), "' needs ", missing.name,
                                                 ": ", missing.help));
  }
  const bool takes_all = !command.arguments.empty() && command.arguments.back().repeated;
  if (arguments.positional_count() > command.arguments.size() && !takes_all) {
    const std::string extra = arguments.Positional(command.arguments.size());
    return UsageError(extra, absl::StrCat("'", command.name(), "' has no use for '", extra, "'"));
  }
  return absl::OkStatus();
}

// Sorts out the words after the verb.
absl::StatusOr<Invocation> ParseRest(const Command& command, const std::vector<std::string>& words,
                                     size_t index) {
  Invocation invocation{.command = &command, .group = command.group};
  bool flags_ended = false;
  absl::Status first_error;
  for (; index < words.size(); ++index) {
    const std::string& word = words[index];
    if (!flags_ended && IsHelp(word)) {
      invocation.help = true;
    } else if (!flags_ended && word == "--") {
      flags_ended = true;
    } else if (!flags_ended && word.size() > 1 && word[0] == '-') {
      first_error.Update(ParseFlag(command, words, index, invocation.arguments));
    } else {
      invocation.arguments.AddPositional(word);
    }
  }
  if (invocation.help) return invocation;
  RETURN_IF_ERROR(first_error);
  const std::string colour = invocation.arguments.Value("color", "auto");
  if (colour != "auto" && colour != "always" && colour != "never") {
    return UsageError("--color",
                      absl::StrCat("'--color ", colour, "' must be auto, always or never"));
  }
  RETURN_IF_ERROR(CheckCount(command, invocation.arguments));
  return invocation;
}

// The same line with the flags that stand in front of the verb behind it, and "help pipeline run"
// as "pipeline run --help".
std::vector<std::string> VerbFirst(const std::vector<std::string>& words) {
  size_t front = 0;
  while (front < words.size() && words[front][0] == '-' && !IsHelp(words[front])) {
    front += words[front] == "--server" || words[front] == "--color" ? 2 : 1;
  }
  front = std::min(front, words.size());
  const auto verb = words.begin() + static_cast<ptrdiff_t>(front);
  std::vector<std::string> turned(verb, words.end());
  if (!turned.empty() && turned[0] == "help") {
    turned.erase(turned.begin());
    turned.push_back("--help");
  }
  turned.insert(turned.end(), words.begin(), verb);
  return turned;
}

}  // namespace

absl::Status UsageError(std::string_view field, std::string_view message) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "USAGE", .field = std::string(field)}, message);
}

absl::StatusOr<Invocation> Parse(const std::vector<Command>& commands,
                                 const std::vector<std::string>& given) {
  const std::vector<std::string> words = VerbFirst(given);
  if (words.empty() || words[0][0] == '-') return Invocation{.help = true};
  const std::string& first = words[0];
  if (const Command* command = Find(commands, "", first)) return ParseRest(*command, words, 1);

  const std::vector<std::string> verbs = VerbsOf(commands, first);
  if (verbs.empty()) {
    return UsageError(first, absl::StrCat("widthctl has no '", first, "'",
                                          DidYouMean(first, FirstWords(commands))));
  }
  if (words.size() == 1) {
    return UsageError(first,
                      absl::StrCat("say what to do: ", first, " ", absl::StrJoin(verbs, "|")));
  }
  if (IsHelp(words[1])) return Invocation{.group = first, .help = true};
  const Command* const command = Find(commands, first, words[1]);
  if (command == nullptr) {
    return UsageError(words[1], absl::StrCat("'", first, "' has no verb '", words[1], "'",
                                             DidYouMean(words[1], verbs)));
  }
  return ParseRest(*command, words, 2);
}

}  // namespace widthlab::cli
