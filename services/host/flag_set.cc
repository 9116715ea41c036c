#include "services/host/flag_set.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::host {
namespace {

constexpr size_t kLineWidth = 96;

// Letters to be changed, added or left out to make one word the other.
int EditDistance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = std::exchange(row[0], static_cast<int>(i));
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

// `text` in lines of at most kLineWidth, each behind `indent`.
std::string Wrap(const std::string& text, const std::string& indent) {
  std::string out;
  std::string line = indent;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (line.size() > indent.size() && line.size() + 1 + word.size() > kLineWidth) {
      absl::StrAppend(&out, line, "\n");
      line = indent;
    }
    absl::StrAppend(&line, line.size() > indent.size() ? " " : "", word);
    at = end + 1;
  }
  return absl::StrCat(out, line, "\n");
}

constexpr char kUnits[] = "KMGT";

// "1.5G" is 1610612736; nothing for what is no size, or none that 63 bits hold.
std::optional<int64_t> ParseBytes(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const size_t unit = std::string(kUnits).find(text.back());
  const bool has_unit = unit != std::string::npos;
  double number = 0;
  if (!absl::SimpleAtod(text.substr(0, text.size() - (has_unit ? 1 : 0)), &number)) {
    return std::nullopt;
  }
  const double bytes = has_unit ? std::ldexp(number, 10 * (static_cast<int>(unit) + 1)) : number;
  if (!(bytes >= 1 && bytes < std::ldexp(1.0, 62))) return std::nullopt;
  return static_cast<int64_t>(bytes);
}

std::string BytesText(int64_t bytes) {
  auto number = static_cast<double>(bytes);
  std::string unit;
  for (const char* next = kUnits; number >= 1024 && *next != '\0'; ++next) {
    number /= 1024;
    unit = *next;
  }
  return absl::StrCat(absl::StrFormat("%.4g", number), unit);
}

bool IsFlag(const std::string& argument) {
  return argument.size() > 2 && argument.compare(0, 2, "--") == 0;
}

}  // namespace

void FlagSet::Add(const std::string& name, const std::string& value_name, const std::string& help,
                  std::string* target) {
  flags_.push_back(
      {name, value_name, help, *target, /*list=*/false, [target](const std::string& value) {
         *target = value;
         return absl::OkStatus();
       }});
}

void FlagSet::AddInt(const std::string& name, const std::string& value_name,
                     const std::string& help, int least, int most, int* target) {
  flags_.push_back({name, value_name, help, absl::StrCat(*target), /*list=*/false,
                    [=](const std::string& value) -> absl::Status {
                      int number = 0;
                      if (!absl::SimpleAtoi(value, &number) || number < least || number > most) {
                        return InvalidField(
                            absl::StrCat("--", name), value,
                            absl::StrCat("a whole number in [", least, ", ", most, "]"));
                      }
                      *target = number;
                      return absl::OkStatus();
                    }});
}

void FlagSet::AddBytes(const std::string& name, const std::string& value_name,
                       const std::string& help, int64_t* target) {
  flags_.push_back({name, value_name, help, BytesText(*target), /*list=*/false,
                    [=](const std::string& value) -> absl::Status {
                      const std::optional<int64_t> bytes = ParseBytes(value);
                      if (!bytes.has_value()) {
                        return InvalidField(absl::StrCat("--", name), value,
                                            "a size of at least one byte, such as 800M or 1.5G");
                      }
                      *target = *bytes;
                      return absl::OkStatus();
                    }});
}

void FlagSet::AddList(const std::string& name, const std::string& value_name,
                      const std::string& help, std::vector<std::string>* target) {
  // The first value given takes the place of the defaults, the others are added.
  auto given = std::make_shared<bool>(false);
  flags_.push_back({name, value_name, help, absl::StrJoin(*target, " "), /*list=*/true,
                    [target, given](const std::string& value) {
                      if (!std::exchange(*given, true)) target->clear();
                      target->push_back(value);
                      return absl::OkStatus();
                    }});
}

const FlagSet::Flag* FlagSet::Find(const std::string& name) const {
  for (const Flag& flag : flags_) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

absl::Status FlagSet::UnknownFlag(const std::string& name) const {
  const auto nearest =
      std::min_element(flags_.begin(), flags_.end(), [&](const Flag& a, const Flag& b) {
        return EditDistance(name, a.name) < EditDistance(name, b.name);
      });
  const bool near = nearest != flags_.end() && EditDistance(name, nearest->name) <= 2;
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "UNKNOWN_FLAG", .field = "--" + name},
                   absl::StrCat("there is no flag --", name,
                                near ? absl::StrCat("; did you mean --", nearest->name, "?") : "",
                                " (--help lists them)"));
}

absl::Status FlagSet::Parse(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!IsFlag(argument)) {
      return InvalidFieldBecause(argument, "only flags are understood (--help lists them)");
    }
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(2, std::min(equals, argument.size()) - 2);
    const Flag* flag = Find(name);
    if (flag == nullptr) return UnknownFlag(name);
    given_.insert(name);
    if (equals != std::string::npos) {
      RETURN_IF_ERROR(flag->set(argument.substr(equals + 1)));
      continue;
    }
    if (i + 1 == arguments.size() || IsFlag(arguments[i + 1])) {
      return InvalidFieldBecause("--" + name, absl::StrCat("needs a value, ", flag->value_name));
    }
    do {
      RETURN_IF_ERROR(flag->set(arguments[++i]));
    } while (flag->list && i + 1 < arguments.size() && !IsFlag(arguments[i + 1]));
  }
  return absl::OkStatus();
}

std::string FlagSet::Help() const {
  std::string out;
  for (const Flag& flag : flags_) {
    absl::StrAppend(&out, "  --", flag.name, " ", flag.value_name, "\n");
    const std::string preset =
        flag.default_value.empty() ? "" : absl::StrCat(" [", flag.default_value, "]");
    absl::StrAppend(&out, Wrap(flag.help + preset, "      "));
  }
  return out;
}

}  // namespace widthlab::host
