#include "clients/cli/complete.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace widthlab::cli {
namespace {

std::vector<FlagSpec> FlagsOf(const Command& command) {
  std::vector<FlagSpec> flags = command.flags;
  for (const FlagSpec& flag : CommonFlagsOf(command)) flags.push_back(flag);
  return flags;
}

const FlagSpec* FindFlag(const std::vector<FlagSpec>& flags, std::string_view word) {
  for (const FlagSpec& flag : flags) {
    if (word == "--" + flag.name) return &flag;
  }
  return nullptr;
}

// "KEY=VALUE" only once "KEY=" was typed.
bool IsFarAhead(const std::string& text, const std::string& begun) {
  const size_t equals = text.find('=');
  return equals != std::string::npos && equals + 1 < text.size() &&
         begun.find('=') == std::string::npos;
}

// Collects words that go on from what was begun.
class Collector {
 public:
  Collector(std::string begun, const LookUp& look_up) : begun_(std::move(begun)), ask_(look_up) {}

  const std::string& begun() const { return begun_; }

  void Add(const std::string& text, const std::string& help) {
    if (!absl::StartsWith(text, begun_)) return;
    for (const Word& word : result_.words) {
      if (word.text == text) return;
    }
    result_.words.push_back({text, help});
  }

  void AddFlags(const std::vector<FlagSpec>& flags, const Arguments& given) {
    for (const FlagSpec& flag : flags) {
      if (flag.repeated || !given.Has(flag.name)) Add("--" + flag.name, flag.help);
    }
  }

  // What stands for a value; `front` ("--kind=") is part of the same word.
  void AddValues(const Values& values, const std::string& front, const Arguments& given) {
    const std::string begun = begun_.substr(front.size());
    std::vector<Word> words;
    if (values.source == Values::kFiles) {
      result_.files = true;
    } else if (values.source != Values::kWords) {
      words = ask_(values, begun, given);
    } else if (values.words) {
      words = values.words(given);
    }
    for (const Word& word : words) {
      if (!IsFarAhead(word.text, begun)) Add(front + word.text, word.help);
    }
  }

  bool empty() const { return result_.words.empty() && !result_.files; }
  Completion Take() { return std::move(result_); }

 private:
  const std::string begun_;
  const LookUp& ask_;
  Completion result_;
};

// Groups with the verbs in them, and verbs that stand alone.
void AddFirstWords(const std::vector<Command>& commands, Collector& collector) {
  for (const Command& command : commands) {
    if (command.hidden) continue;
    if (command.group.empty()) {
      collector.Add(command.verb, command.summary);
      continue;
    }
    std::string verbs;
    for (const Command& other : commands) {
      if (other.group != command.group || other.hidden) continue;
      absl::StrAppend(&verbs, verbs.empty() ? "" : ", ", other.verb);
    }
    collector.Add(command.group, verbs);
  }
}

// The line behind a verb: what was given, and which flag waits for its value.
struct Rest {
  Arguments given = {};
  const FlagSpec* waiting = nullptr;
  bool flags_ended = false;
};

Rest ReadRest(const std::vector<FlagSpec>& flags, const std::vector<std::string>& words) {
  Rest rest;
  for (const std::string& word : words) {
    if (rest.waiting != nullptr) {
      rest.given.AddFlag(rest.waiting->name, word);
      rest.waiting = nullptr;
    } else if (!rest.flags_ended && word == "--") {
      rest.flags_ended = true;
    } else if (rest.flags_ended || word.empty() || word[0] != '-') {
      rest.given.AddPositional(word);
    } else if (const FlagSpec* flag = FindFlag(flags, word); flag != nullptr) {
      if (flag->value.empty()) rest.given.AddFlag(flag->name, "");
      if (!flag->value.empty()) rest.waiting = flag;
    } else if (const size_t equals = word.find('='); equals != std::string::npos) {
      flag = FindFlag(flags, word.substr(0, equals));
      if (flag != nullptr) rest.given.AddFlag(flag->name, word.substr(equals + 1));
    }
  }
  return rest;
}

void AddRest(const Command& command, const std::vector<std::string>& before, Collector& collector) {
  const std::vector<FlagSpec> flags = FlagsOf(command);
  const Rest rest = ReadRest(flags, before);
  const std::string& begun = collector.begun();
  if (rest.waiting != nullptr) {
    collector.AddValues(rest.waiting->values, "", rest.given);
    return;
  }
  if (!rest.flags_ended && absl::StartsWith(begun, "-")) {
    const size_t equals = begun.find('=');
    const FlagSpec* const flag =
        equals == std::string::npos ? nullptr : FindFlag(flags, begun.substr(0, equals));
    if (flag != nullptr) collector.AddValues(flag->values, begun.substr(0, equals + 1), rest.given);
    if (equals == std::string::npos) collector.AddFlags(flags, rest.given);
    return;
  }
  const size_t place = rest.given.positional_count();
  if (place < command.arguments.size()) {
    collector.AddValues(command.arguments[place].values, "", rest.given);
    if (!collector.empty()) return;
  }
  if (begun.empty() && !rest.flags_ended) collector.AddFlags(flags, rest.given);
}

// Moves what stands in front of the verb ("--server ADDRESS") behind it, as the parser does.
void TurnFront(std::vector<std::string>& before, std::vector<std::string>& front) {
  while (!before.empty() && !before[0].empty() && before[0][0] == '-') {
    const FlagSpec* const flag = FindFlag(CommonFlags(), before[0]);
    const size_t count = flag != nullptr && !flag->value.empty() ? 2 : 1;
    const auto end = before.begin() + static_cast<ptrdiff_t>(std::min(count, before.size()));
    front.insert(front.end(), before.begin(), end);
    before.erase(before.begin(), end);
  }
  if (!before.empty() && before[0] == "help") before.erase(before.begin());
}

}  // namespace

Completion Complete(const std::vector<Command>& commands, const std::vector<std::string>& words,
                    const LookUp& look_up) {
  if (words.empty()) return {};
  Collector collector(words.back(), look_up);
  std::vector<std::string> before(words.begin(), words.end() - 1);
  std::vector<std::string> front;
  TurnFront(before, front);
  if (before.empty()) {
    const Rest rest = ReadRest(CommonFlags(), front);
    if (rest.waiting != nullptr) collector.AddValues(rest.waiting->values, "", rest.given);
    if (rest.waiting == nullptr) AddFirstWords(commands, collector);
    if (absl::StartsWith(words.back(), "-")) collector.AddFlags(CommonFlags(), rest.given);
    return collector.Take();
  }
  for (const Command& command : commands) {
    if (command.group.empty() && command.verb == before[0]) {
      before.erase(before.begin());
      before.insert(before.end(), front.begin(), front.end());
      AddRest(command, before, collector);
      return collector.Take();
    }
    if (command.group != before[0]) continue;
    if (before.size() == 1 && !command.hidden) {
      collector.Add(command.verb, command.summary);
    } else if (before.size() > 1 && command.verb == before[1]) {
      before.erase(before.begin(), before.begin() + 2);
      before.insert(before.end(), front.begin(), front.end());
      AddRest(command, before, collector);
      return collector.Take();
    }
  }
  return collector.Take();
}

}  // namespace widthlab::cli
