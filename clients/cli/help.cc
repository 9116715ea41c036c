#include "clients/cli/help.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace widthlab::cli {
namespace {

constexpr int kWidth = 96;

struct Entry {
  std::string name = {};
  std::string text = {};
};

std::string Section(std::string_view title, const std::vector<Entry>& entries) {
  if (entries.empty()) return "";
  size_t name_width = 0;
  for (const Entry& entry : entries) name_width = std::max(name_width, entry.name.size());
  name_width = std::min<size_t>(name_width, 28);
  std::string text = absl::StrCat("\n", std::string(title), "\n");
  for (const Entry& entry : entries) {
    text += HelpEntry(entry.name, entry.text, static_cast<int>(name_width), kWidth);
  }
  return text;
}

std::vector<Entry> FlagEntries(const std::vector<FlagSpec>& flags) {
  std::vector<Entry> entries;
  for (const FlagSpec& flag : flags) {
    std::string name = "--" + flag.name;
    if (!flag.value.empty()) absl::StrAppend(&name, " ", flag.value);
    entries.push_back({name, flag.repeated ? flag.help + " (may be repeated)" : flag.help});
  }
  return entries;
}

std::string UsageLine(const Command& command) {
  std::string line =
      absl::StrCat("usage: ", command.usage.empty() ? "widthctl " + command.name() : command.usage);
  for (const ArgumentSpec& argument : command.arguments) {
    absl::StrAppend(&line, argument.required ? " " : " [", argument.name,
                    argument.required ? "" : "]", argument.repeated ? "..." : "");
  }
  for (const FlagSpec& flag : command.flags) {
    absl::StrAppend(&line, " [--", flag.name, flag.value.empty() ? "" : " " + flag.value, "]",
                    flag.repeated ? "..." : "");
  }
  return line + " [FLAG...]\n";
}

std::vector<Entry> VerbEntries(const std::vector<Command>& commands, std::string_view group,
                               bool all) {
  std::vector<Entry> entries;
  for (const Command& command : commands) {
    if (command.hidden || (!all && command.group != group)) continue;
    entries.push_back({command.name(), command.summary});
  }
  return entries;
}

}  // namespace

std::string HelpEntry(std::string_view name, std::string_view text, int name_width, int width) {
  std::string line = absl::StrCat("  ", std::string(name));
  const size_t indent = static_cast<size_t>(name_width) + 4;
  std::string result;
  if (line.size() + 2 > indent) {
    result = line + "\n";
    line.clear();
  }
  line.resize(indent, ' ');
  bool empty = true;
  for (const auto& word : absl::StrSplit(std::string(text), ' ', absl::SkipEmpty())) {
    if (!empty && line.size() + 1 + word.size() > static_cast<size_t>(width)) {
      absl::StrAppend(&result, line, "\n");
      line.assign(indent, ' ');
      empty = true;
    }
    absl::StrAppend(&line, empty ? "" : " ", word);
    empty = false;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return absl::StrCat(result, line, "\n");
}

std::string OverviewHelp(const std::vector<Command>& commands) {
  return absl::StrCat(
      "usage: widthctl VERB [ARGUMENT...] [FLAG...]\n\n"
      "Asks a widthlab server: finds how wide each layer of a transformer should be.\n",
      Section("verbs", VerbEntries(commands, "", true)),
      Section("flags of every verb", FlagEntries(CommonFlags())), "\n", std::string(ExitCodeHelp()),
      "\nhelp about one verb: widthctl pipeline run --help\n");
}

std::string GroupHelp(const std::vector<Command>& commands, std::string_view group) {
  return absl::StrCat("usage: widthctl ", std::string(group), " VERB [ARGUMENT...] [FLAG...]\n",
                      Section("verbs", VerbEntries(commands, group, false)),
                      "\nhelp about one verb: widthctl ", std::string(group), " VERB --help\n");
}

std::string CommandHelp(const Command& command, const Arguments& given) {
  std::vector<Entry> arguments;
  for (const ArgumentSpec& argument : command.arguments) {
    arguments.push_back({argument.name, argument.help});
  }
  std::string text = absl::StrCat(UsageLine(command), "\n", command.summary, "\n");
  if (!command.description.empty()) absl::StrAppend(&text, "\n", command.description, "\n");
  text += Section("arguments", arguments);
  text += Section("flags", FlagEntries(command.flags));
  text += Section("flags of every verb", FlagEntries(CommonFlagsOf(command)));
  if (command.more_help) absl::StrAppend(&text, "\n", command.more_help(given));
  if (!command.examples.empty()) absl::StrAppend(&text, "\nexamples\n", command.examples);
  return text;
}

}  // namespace widthlab::cli
