#include "clients/cli/spec_help.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "clients/cli/help.h"
#include "clients/cli/values.h"
#include "common/spec/field_rule.h"

namespace widthlab::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

struct FieldLine {
  std::string path = {};
  std::string text = {};
  const FieldDescriptor* field = nullptr;
};

std::string Describe(const FieldDescriptor& field) {
  const options::v1::FieldRule& rule = spec::RuleOf(field);
  std::string text = spec::AllowedText(field);
  if (field.is_repeated()) absl::StrAppend(&text, " each; a list, items joined by commas");
  if (!rule.unit().empty()) absl::StrAppend(&text, ", in ", rule.unit());
  if (rule.required()) {
    absl::StrAppend(&text, "; required");
  } else if (spec::HasDefault(field)) {
    absl::StrAppend(&text, "; default ", spec::DefaultText(field));
  }
  return text;
}

void Collect(const Descriptor& type, const std::string& prefix,
             const std::vector<std::string>& hidden, int depth, std::vector<FieldLine>& lines) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string path = prefix + field.name();
    if (spec::RuleOf(field).resolved_by_service()) continue;
    if (std::find(hidden.begin(), hidden.end(), path) != hidden.end()) continue;
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      lines.push_back({path, Describe(field), &field});
    } else if (!field.is_repeated() && depth < 4) {
      Collect(*field.message_type(), path + ".", hidden, depth + 1, lines);
    } else {
      lines.push_back({path, "a list of " + field.message_type()->name() + ", as JSON", &field});
    }
  }
}

// Values of a field that has few.
std::vector<std::string> ChoicesOf(const FieldDescriptor& field) {
  const auto& one_of = spec::RuleOf(field).one_of();
  std::vector<std::string> choices(one_of.begin(), one_of.end());
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) choices = {"true", "false"};
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    for (const Word& word : EnumWords(*field.enum_type())) choices.push_back(word.text);
  }
  return choices;
}

}  // namespace

std::vector<Word> SettingWords(const Descriptor& type, const std::vector<std::string>& hidden) {
  std::vector<FieldLine> lines;
  Collect(type, "", hidden, 0, lines);
  std::vector<Word> words;
  for (const FieldLine& line : lines) {
    words.push_back({line.path + "=", line.text});
    for (const std::string& choice : ChoicesOf(*line.field)) {
      words.push_back({absl::StrCat(line.path, "=", choice), ""});
    }
  }
  return words;
}

std::string SpecHelp(const Descriptor& type, const std::vector<std::string>& hidden) {
  std::vector<FieldLine> lines;
  Collect(type, "", hidden, 0, lines);
  size_t width = 0;
  for (const FieldLine& line : lines) width = std::max(width, line.path.size());
  width = std::min<size_t>(width, 36);
  std::string text;
  for (const FieldLine& line : lines) {
    text += HelpEntry(line.path, line.text, static_cast<int>(width), 96);
  }
  return text;
}

}  // namespace widthlab::cli
